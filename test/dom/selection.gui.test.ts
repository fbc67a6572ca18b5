/** What the user selected on a live page (elements §5.1 "Selected text" · EL-9.1-passage). */
import { textOf, type TreeElement } from '@copane/protocol/elements'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { locate, selected, take } from './support/reading.ts'

const lab = useLab()

/** Selects from a character of the first text of one element to one of the last text of another. */
const select = (page: Page, from: string, start: number, to: string, end: number): Promise<void> =>
  page.evaluate(
    given => {
      const first = document.querySelector(given.from)?.firstChild
      const last = document.querySelector(given.to)?.firstChild
      if (first && last) getSelection()?.setBaseAndExtent(first, given.start, last, given.end)
    },
    { from, start, to, end },
  )

const texts = (elements: TreeElement[]): (string | undefined)[] => elements.map(textOf)

verifies('EL-5.1-selected-text', 'words of a comment are inside that comment', async () => {
  const page = await lab().open(
    '<ul data-copane-subrole=thread aria-label=Plan><li data-copane-subrole=comment><p id=a>what it shows now</p></li><li data-copane-subrole=comment><p>other</p></li></ul>',
  )
  await select(page, '#a', 0, '#a', 13)
  expect((await take(page)).outline).toBe(
    [
      'List:thread "Plan" focused',
      '  Row:comment focused',
      '    Text focused = "what it shows now"',
      '      Text selected = "what it shows"',
      '  Row:comment',
      '    Text = "other"',
    ].join('\n'),
  )
})

verifies('EL-5.3-many-selected', 'a selection over two comments is one passage in each', async () => {
  const page = await lab().open(
    '<ul><li data-copane-subrole=comment><p id=a>first comment</p></li><li data-copane-subrole=comment><p id=b>second comment</p></li></ul>',
  )
  await select(page, '#a', 6, '#b', 6)
  expect(texts(selected(await take(page)))).toEqual(['comment', 'second'])
})

verifies(
  'EL-5.1-selected-text',
  'a selection over paragraphs and a list of one thing is one passage',
  async () => {
    const page = await lab().open(
      '<main><p id=a>one two</p><ul><li>three</li><li>four</li></ul><p id=b>five six</p><p>seven</p></main>',
    )
    await select(page, '#a', 4, '#b', 4)
    const reading = await take(page)
    expect(texts(selected(reading))).toEqual(['two\nthree\nfour\nfive'])
    expect(reading.outline.split('\n').slice(0, 2)).toEqual([
      'Group focused',
      '  Text selected = "two\\nthree\\nfour\\nfive"',
    ])
  },
)

verifies('EL-5.1-selected-text', 'what is private, hidden or a control is not in a passage', async () => {
  const page = await lab().open(
    '<div><p id=a>one</p><p data-copane-private>secret</p><p hidden>hidden</p><button>press</button><p id=b>two</p></div>',
  )
  await select(page, '#a', 0, '#b', 3)
  const reading = await take(page)
  expect(texts(selected(reading))).toEqual(['one\ntwo'])
  expect(JSON.stringify(reading)).not.toMatch(/secret|hidden|press/)
})

verifies('EL-5.1-selected-text', 'inside nested open shadow roots', async () => {
  const page = await lab().open('<div id=host></div>')
  await page.evaluate(() => {
    const outer = document.querySelector('#host')?.attachShadow({ mode: 'open' })
    if (!outer) return
    outer.innerHTML = '<section aria-label=outer><div id=inner></div></section>'
    const inner = outer.querySelector('#inner')?.attachShadow({ mode: 'open' })
    if (!inner) return
    inner.innerHTML = '<p>deep words</p>'
    const text = inner.querySelector('p')?.firstChild
    if (text) getSelection()?.setBaseAndExtent(text, 0, text, 4)
  })
  expect((await take(page)).outline).toBe(
    'Group "outer" focused\n  Text focused = "deep words"\n    Text selected = "deep"',
  )
})

const fields = [
  ['a field', '<label>Name <input id=f value="Ada Lovelace"></label>', 'Ada'],
  ['an area', '<label>Note <textarea id=f>Ada Lovelace</textarea></label>', 'Ada'],
] as const

for (const [title, html, text] of fields)
  verifies('EL-5.1-selected-text', `inside ${title}`, async () => {
    const page = await lab().open(html)
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('#f')
      field?.focus()
      field?.setSelectionRange(0, 3)
    })
    const [passage] = selected(await take(page))
    expect(passage && textOf(passage)).toBe(text)
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('#f')
      if (field) field.value = `Dr ${field.value}`
    })
    expect((await locate(page, passage?.id ?? ''))?.state).toBe('visible')
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('#f')
      if (field) field.value = 'nobody'
    })
    expect(await locate(page, passage?.id ?? '')).toEqual({ state: 'gone' })
  })

verifies(
  'EL-9.1-passage',
  'one id while the selection names the passage, also through edits before and in it',
  async () => {
    const page = await lab().open('<p id=a>The command line lasted thirty years.</p>')
    await select(page, '#a', 4, '#a', 16)
    const [first] = selected(await take(page))
    await page.evaluate(() => {
      const text = document.querySelector('#a')?.firstChild
      if (text instanceof Text) {
        text.insertData(0, 'Yes. ')
        text.insertData(16, ' (!)')
      }
    })
    const [second] = selected(await take(page))
    expect([second?.id, second && textOf(second)]).toEqual([first?.id, 'command (!) line'])
  },
)

verifies(
  'EL-9.1-passage',
  'a passage keeps its id after the user selects something else, and gets it back',
  async () => {
    const page = await lab().open('<p id=a>one two</p><p id=b>three</p>')
    await select(page, '#a', 0, '#a', 3)
    const [first] = selected(await take(page))
    await select(page, '#b', 0, '#b', 5)
    const [other] = selected(await take(page))
    expect(other?.id).not.toBe(first?.id)
    expect((await locate(page, first?.id ?? ''))?.state).toBe('visible')
    await select(page, '#a', 0, '#a', 3)
    expect(selected(await take(page))[0]?.id).toBe(first?.id)
  },
)

verifies(
  'EL-9.1-passage',
  'a passage whose paragraph was drawn anew by a framework is found again',
  async () => {
    const page = await lab().open('<p id=a>one two three</p>')
    await select(page, '#a', 4, '#a', 7)
    const [first] = selected(await take(page))
    await page.evaluate(() => {
      const paragraph = document.querySelector('#a')
      if (paragraph?.firstChild) paragraph.firstChild.nodeValue = 'zero one two three'
    })
    expect((await locate(page, first?.id ?? ''))?.state).toBe('visible')
  },
)

const endings = [
  ['deleted', () => document.querySelector('#a')?.remove()],
  ['rewritten', () => document.querySelector('#a')?.replaceChildren('other words')],
  ['emptied', () => document.querySelector('#a')?.replaceChildren()],
] as const

for (const [title, end] of endings)
  verifies('EL-9.1-passage', `gone when its text is ${title}, and stays gone`, async () => {
    const page = await lab().open('<div><p id=a>one two three</p></div>')
    await select(page, '#a', 4, '#a', 7)
    const [first] = selected(await take(page))
    await page.evaluate(end)
    const id = first?.id ?? ''
    expect(await locate(page, id)).toEqual({ state: 'gone' })
    await page.evaluate(() =>
      document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'two' })),
    )
    await take(page)
    expect(await locate(page, id)).toEqual({ state: 'gone' })
  })

verifies('FR-41', 'the selection and the focus path stay when the page loses the focus', async () => {
  const page = await lab().open('<main><p id=a>words to ask about</p></main>')
  await page.bringToFront()
  await select(page, '#a', 0, '#a', 5)
  const before = await take(page)
  const other = await lab().openBeside('<input autofocus>')
  await other.bringToFront()
  await other.click('input')
  const after = await take(page)
  expect(texts(selected(after))).toEqual(['words'])
  expect(selected(after)[0]?.id).toBe(selected(before)[0]?.id)
  expect(after.outline.replaceAll(/ (hidden|visible)/g, '')).toBe(before.outline)
  await other.close()
})

verifies('EL-5.5-small', 'a whole book that is selected is cut and says so', async () => {
  const page = await lab().open(`<main>${`<p>${'word '.repeat(200)}</p>`.repeat(100)}</main>`)
  await page.keyboard.press('Control+A')
  const [passage] = selected(await take(page))
  expect(passage?.attributes).toEqual({ cut: true })
  expect(textOf(passage ?? { id: 'x', role: 'Text' })?.length).toBeLessThanOrEqual(20_000)
})

verifies('EL-5.3-many-selected', 'rows that the page marks as selected', async () => {
  const page = await lab().open(
    '<ul role=listbox><li role=option aria-selected=true>a</li><li role=option aria-selected=false>b</li><li role=option aria-selected=true>c</li></ul>',
  )
  expect(texts(selected(await take(page)))).toEqual(['a', 'c'])
})

verifies(
  'FR-1',
  'a selection over two hundred comments: fifty passages, the last says that there are more',
  async () => {
    const page = await lab().open(`<ul>${'<li data-copane-subrole=comment>words</li>'.repeat(200)}</ul>`)
    await page.keyboard.press('Control+A')
    const passages = selected(await take(page))
    expect(passages.length).toBe(50)
    expect(passages.map(({ attributes }) => attributes?.cut ?? false).lastIndexOf(true)).toBe(49)
  },
)
