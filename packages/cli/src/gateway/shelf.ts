/** What the user shared last, in memory until it expires (D-50, D-52). */
import type { Parcel } from '../handover/parcel.js'

/** Holds one parcel; a newer one takes its place. */
export type Shelf = { put: (parcel: Parcel) => void; now: () => Parcel | undefined }

/** Makes an empty shelf. Shape: what expired is gone from memory, not only hidden. */
export function createShelf(now: () => number): Shelf {
  let held: Parcel | undefined
  let timer: NodeJS.Timeout | undefined
  const drop = () => {
    held = undefined
  }
  return {
    put: parcel => {
      held = parcel
      clearTimeout(timer)
      timer = setTimeout(drop, Math.max(0, Math.min(parcel.expiresAt - now(), MOST_MS)))
      timer.unref()
    },
    now: () => {
      if (held && held.expiresAt <= now()) drop()
      return held
    },
  }
}

/** No parcel stays longer, whatever it says. Units: milliseconds. */
const MOST_MS = 60 * 60 * 1000
