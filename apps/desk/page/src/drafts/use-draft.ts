/** A text that is typed live, for a component. */
import { type ChangeEvent, useSyncExternalStore } from 'react'
import { useParts } from '../wire/hooks.js'
import type { LiveText } from './live-text.js'

/** An element that text is typed into. */
type Typed = HTMLInputElement | HTMLTextAreaElement

/** The text, and what an input needs to type it. */
export type Draft = {
  live: LiveText
  input: {
    value: string
    onChange: (event: ChangeEvent<Typed>) => void
    onCompositionEnd: (event: { currentTarget: Typed }) => void
    onBlur: () => void
  }
  choose: (text: string, isForced: boolean) => void
}

/** Types a field of a window live. */
export function useDraft(window: string, field: string): Draft {
  const { drafts } = useParts()
  const key = { window, field }
  const live = useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
  return {
    live,
    input: {
      value: live.text,
      onChange: ({ target, nativeEvent }) =>
        drafts.type(key, target.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true),
      onCompositionEnd: ({ currentTarget }) => drafts.type(key, currentTarget.value, false),
      onBlur: () => drafts.leave(key),
    },
    choose: (text, isForced) => drafts.choose(key, text, isForced),
  }
}
