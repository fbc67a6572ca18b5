/** Tells the desk what the pointer is over, which words are selected, and what is scrolled out of view. */
import { PANES, type Pane, type Position, type Spot } from '../../../src/model/state.js'
import type { Client } from '../wire/client.js'
import { isSamePlace, parseSpot, positionOf, spotText } from './spots.js'

/** Words of one comment. Units: UTF-16 code units. */
type Words = { window: string; pane: Pane; comment: number; start: number; end: number }

const HOVER_MS = 120
const SELECT_MS = 150
const SCROLL_MS = 200

/** Tells of pointing for as long as the page is there. */
export function tellPointing(client: Client): void {
  tellHover(client)
  tellSelection(client)
  tellScrolling(client)
}

function tellHover(client: Client): void {
  let told: Position | undefined
  let wanted: Position | undefined
  let timer: number | undefined
  const tell = () => {
    timer = undefined
    if (isSamePlace(told, wanted)) return
    told = wanted
    void client.act({ act: 'hover', ...wanted })
  }
  const want = (position: Position | undefined) => {
    wanted = position
    timer ??= window.setTimeout(tell, HOVER_MS)
  }
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'mouse') want(target instanceof Element ? positionOf(target) : undefined)
  })
  document.documentElement.addEventListener('pointerleave', () => want(undefined))
}

function tellSelection(client: Client): void {
  let told: Words | undefined
  let timer: number | undefined
  const tell = () => {
    const words = selectedWords()
    if (JSON.stringify(words) === JSON.stringify(told)) return
    const gone = told && { ...told, end: told.start }
    told = words
    const act = words ?? gone
    if (act && (words || document.hasFocus())) void client.act({ act: 'selectText', ...act })
  }
  document.addEventListener('selectionchange', () => {
    clearTimeout(timer)
    timer = window.setTimeout(tell, SELECT_MS)
  })
}

/** The selected words, when they are in one comment. */
function selectedWords(): Words | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = around instanceof Element ? around : around.parentElement
  const text = element?.closest<HTMLElement>('[data-comment]')
  const id = text?.closest('[data-window]')?.getAttribute('data-window')
  const pane = PANES.find(name => name === text?.dataset.pane)
  if (!text || !pane || id === null || id === undefined) return undefined
  const before = document.createRange()
  before.selectNodeContents(text)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  const end = start + range.toString().length
  return end > start ? { window: id, pane, comment: Number(text.dataset.comment), start, end } : undefined
}

function tellScrolling(client: Client): void {
  const told = new Map<string, string>()
  const timers = new Map<string, number>()
  const tell = (section: HTMLElement) => {
    const id = section.dataset.window
    if (id === undefined || !section.isConnected) return
    const outOfView = spotsOutOfView(section)
    const text = outOfView.map(spotText).join()
    if (text === (told.get(id) ?? '')) return
    told.set(id, text)
    void client.act({ act: 'scroll', window: id, outOfView })
  }
  const later = ({ target }: Event) => {
    const section = target instanceof Element ? target.closest<HTMLElement>('[data-window]') : null
    const id = section?.dataset.window
    if (!section || id === undefined) return
    clearTimeout(timers.get(id))
    timers.set(id, window.setTimeout(tell, SCROLL_MS, section))
  }
  document.addEventListener('scroll', later, { capture: true, passive: true })
}

/** Places inside a scrolled part that show nothing of themselves. */
function spotsOutOfView(section: HTMLElement): Spot[] {
  return [...section.querySelectorAll<HTMLElement>('[data-scroll]')].flatMap(part => {
    const { top, bottom } = part.getBoundingClientRect()
    return [...part.querySelectorAll<HTMLElement>('[data-spot]')].flatMap(element => {
      const box = element.getBoundingClientRect()
      return box.bottom > top && box.top < bottom ? [] : (parseSpot(element.dataset.spot ?? '') ?? [])
    })
  })
}
