/** What components read of the desk, and how they act on it. */
import { createContext, use, useSyncExternalStore } from 'react'
import type { Drafts } from '../drafts/drafts.js'
import type { Unsent, UnsentTexts } from '../drafts/unsent.js'
import type { Client, Known } from './client.js'
import type { Do } from './doer.js'
import type { Notices } from './notices.js'

/** What the page is made of. */
export type Parts = { client: Client; drafts: Drafts; unsent: Unsent; notices: Notices; perform: Do }

/** Holds the parts for all components. */
export const PartsContext = createContext<Parts | undefined>(undefined)

/** The parts of the page. */
export function useParts(): Parts {
  const parts = use(PartsContext)
  if (!parts) throw new Error('a component outside of the page')
  return parts
}

/** A piece of what the page knows; the component is drawn again when that piece becomes another. */
export function useKnown<Piece>(select: (known: Known) => Piece): Piece {
  const { client } = useParts()
  return useSyncExternalStore(client.subscribe, () => select(client.read()))
}

/** What is said about a window at present. */
export function useNotice(window: string): string | undefined {
  const { notices } = useParts()
  return useSyncExternalStore(notices.subscribe, () => notices.read()[window])
}

/** The comments that are being written. */
export function useUnsent(): UnsentTexts {
  const { unsent } = useParts()
  return useSyncExternalStore(unsent.subscribe, unsent.read)
}
