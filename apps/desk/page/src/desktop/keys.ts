/** Keys that go from window to window: F6 and Shift+F6; Ctrl+Tab where the browser lets it through. */
import { enter, sectionOf } from './focus.js'

/** Listens for them; `others` are the stops besides the windows. Gives back the way to stop that. */
export function listenForKeys(others: () => readonly (HTMLElement | null)[]): () => void {
  const over = new AbortController()
  document.addEventListener(
    'keydown',
    event => {
      const isNext = event.key === 'F6' || (event.key === 'Tab' && event.ctrlKey)
      if (!isNext || event.altKey || event.metaKey) return
      const stops = stopsOf(others())
      const here = stops.findIndex(stop => stop.contains(document.activeElement))
      const step = event.shiftKey ? -1 : 1
      const from = here === -1 && step === -1 ? 0 : here
      const next = stops[(from + step + stops.length) % Math.max(1, stops.length)]
      event.preventDefault()
      if (next) goTo(next)
    },
    { signal: over.signal },
  )
  return () => over.abort()
}

function stopsOf(others: readonly (HTMLElement | null)[]): HTMLElement[] {
  const windows = [...document.querySelectorAll<HTMLElement>('[data-window]')]
  const all = [...windows, ...others.filter(other => other !== null)]
  return all.filter(stop => stop.closest('[inert]') === null)
}

function goTo(stop: HTMLElement): void {
  const id = stop.dataset.window
  if (id !== undefined && sectionOf(id)) enter(id)
  else (firstUsable(stop) ?? stop).focus()
}

const firstUsable = (stop: HTMLElement): HTMLElement | undefined =>
  [...stop.querySelectorAll<HTMLElement>('button, input')].find(one => one.closest('[inert]') === null)
