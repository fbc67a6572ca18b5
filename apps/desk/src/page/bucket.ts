/** How fast somebody may send: some at once, then so many a second. */

/** Takes one away; false when there is none left. Units: `now` in milliseconds. */
export type Bucket = (now: number) => boolean

/** A full bucket of `size` that fills again with `perSecond`. */
export function createBucket(size: number, perSecond: number, start: number): Bucket {
  let left = size
  let last = start
  return now => {
    left = Math.min(size, left + ((now - last) / 1000) * perSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
