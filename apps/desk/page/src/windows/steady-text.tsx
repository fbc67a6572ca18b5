/** A text in which the user's selection stays on its words while somebody edits around them. */
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { spliceBetween } from '@copane/provider'

type Props = Omit<ComponentProps<'p'>, 'children' | 'ref'> & { text: string }

/** A paragraph whose text is changed only where it differs: selections and ranges elsewhere in it move along. */
export function SteadyText({ text, ...props }: Props): ReactNode {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const node = paragraph.current?.firstChild
    if (!(node instanceof Text)) return paragraph.current?.replaceChildren(text)
    if (node.data === text) return
    const { at, removed, inserted } = spliceBetween(node.data, text)
    node.replaceData(at, removed, text.slice(at, at + inserted))
  }, [text])
  return <p ref={paragraph} {...props} />
}
