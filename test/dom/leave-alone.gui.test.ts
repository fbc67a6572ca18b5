/** A read changes nothing on the page, and keeps nothing of it (FR-45). */
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { take } from './support/reading.ts'

const lab = useLab()

verifies('FR-45', 'reads and places change no focus, selection, scroll position or node', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `<li>row ${n}</li>`).join('')
  const page = await lab().open(
    `<ul id=l style="height:200px;overflow:auto">${rows}</ul><label>Name <input id=f value=Ada></label><div style="height:3000px"></div>`,
  )
  const faults = await page.evaluate(async () => {
    document.querySelector('#l')?.scrollTo(0, 500)
    scrollTo(0, 40)
    const field = document.querySelector<HTMLInputElement>('#f')
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(1, 2)
    await new Promise(resolve => setTimeout(resolve, 50))
    const events: string[] = []
    for (const type of [
      'focusin',
      'focusout',
      'blur',
      'focus',
      'selectionchange',
      'scroll',
      'resize',
      'toggle',
    ])
      document.addEventListener(type, () => events.push(type), true)
    new MutationObserver(() => events.push('mutation')).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    const facts = () =>
      JSON.stringify([
        document.activeElement?.id,
        field?.selectionStart,
        field?.selectionEnd,
        document.querySelector('#l')?.scrollTop,
        scrollY,
        document.documentElement.outerHTML.length,
        getSelection()?.rangeCount,
      ])
    const before = facts()
    for (let n = 0; n < 5; n++) {
      const { children } = await reader.read()
      for (const each of children) reader.locate(each.id)
      reader.locate('dom-20')
    }
    await new Promise(resolve => setTimeout(resolve, 50))
    if (facts() !== before) events.push(`${before} ${facts()}`)
    return events
  })
  expect(faults).toEqual([])
})

verifies('FR-45', 'a removed part of a page can be collected, also before the next read', async () => {
  const page = await lab().open(
    `<div id=box>${'<section aria-label=s><p>text <a href="/x">link</a></p></section>'.repeat(200)}</div>`,
  )
  await take(page)
  await page.evaluate(() => {
    const refs = [...document.querySelectorAll('section, p, a')].map(node => new WeakRef<object>(node))
    globalThis.kept = refs
    document.querySelector('#box')?.replaceChildren()
  })
  const left = await page.evaluate(async () => {
    for (let n = 0; n < 10; n++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      if ('gc' in globalThis && typeof globalThis.gc === 'function') globalThis.gc()
    }
    const refs = globalThis.kept
    return Array.isArray(refs) ? refs.filter(ref => ref instanceof WeakRef && ref.deref()).length : -1
  })
  expect(left).toBe(0)
})

verifies('FR-45', 'a reader that was stopped follows nothing and answers nothing', async () => {
  const page = await lab().open('<p>a</p>')
  await take(page)
  await page.evaluate(() => reader.stop())
  expect(await page.evaluate(() => reader.read())).toEqual({ children: [], complete: false, missing: 0 })
})
