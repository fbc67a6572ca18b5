/** What the user sees before anything is sent (EL-9.2-show-remove). */
import { type TreeElement, walk } from '@copane/protocol/elements'
import type { AppFacts } from '../policy/app-facts.js'
import type { LeftOut } from '../policy/left-out.js'
import type { Given, GivenImage } from '../policy/trim.js'
import { lineOf } from '../policy/written.js'

/** One thing the user can take out: an element, as its line of the outline. */
export type Item = { id: string; line: string; depth: number; selected: boolean }

/** What would be sent: `text` is it, byte for byte, with `images` beside it. */
export type Preview = {
  app: AppFacts
  text: string
  bytes: number
  images: readonly GivenImage[]
  items: readonly Item[]
  leftOut: LeftOut
}

/** What is shown of what would be sent. */
export const previewOf = ({ app, text, images, leftOut, root }: Given): Preview => ({
  app,
  text,
  bytes: new TextEncoder().encode(text).length,
  images,
  items: itemsOf(root),
  leftOut,
})

/** Every element, each of which can be taken out. */
export const itemsOf = (root: TreeElement): Item[] =>
  [...walk(root)].map(({ element, depth }) => ({
    id: element.id,
    line: lineOf(element),
    depth,
    selected: element.selected === true,
  }))
