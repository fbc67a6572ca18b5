/** The package in a browser: loaded as it is published, without a bundler, and right about every case. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { readWindows } from '@copane/protocol/bridge'
import { readAnswer } from '@copane/protocol/elements'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, CHROMIUM_FLAGS } from '../../../../test/support/chromium.ts'

const root = join(import.meta.dirname, '../..')
const manifest: { exports: { [subpath: string]: { default: string } } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const cases = (file: string): unknown[] => {
  const read: { cases: { value: unknown }[] } = JSON.parse(
    readFileSync(join(root, '../../spec/cases', file), 'utf8'),
  )
  return read.cases.map(({ value }) => value)
}

let server: Server
let browser: Browser
let page: Page
const wrong: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isScript = /^\/dist\/[\w/-]+(?:\.[\w-]+)*\.js$/.test(path)
    if (!isScript && path !== '/') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? readFileSync(join(root, path)) : '<!doctype html><link rel=icon href=data:,>')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS })
  page = await browser.newPage()
  page.on('pageerror', error => wrong.push(error.message))
  page.on('console', message => message.type() === 'error' && wrong.push(message.text()))
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
})
afterAll(async () => {
  await browser.close()
  server.close()
})

/** Imports in the page; as text, because the test's own loader would rewrite it. */
const inPage = (script: string): Promise<unknown> => page.evaluate(script)

for (const [subpath, { default: file }] of Object.entries(manifest.exports))
  test(`${subpath} loads, and has the same exports as in Node`, async () => {
    const names = await inPage(`import('${file.slice(1)}').then(all => Object.keys(all).toSorted())`)
    const here: object = await import(join(root, file))
    expect(names).toEqual(Object.keys(here).toSorted())
    expect(wrong).toEqual([])
  })

test('it finds the same in every case of an answer and of a snapshot', async () => {
  const [answers, snapshots] = [cases('current.json'), cases('windows.json')]
  const found =
    await inPage(`Promise.all([import('/dist/elements/index.js'), import('/dist/bridge/index.js')]).then(
    ([{ readAnswer }, { readWindows }]) => [
      ${JSON.stringify(answers)}.map(value => readAnswer(value).findings),
      ${JSON.stringify(snapshots)}.map(value => readWindows(value).findings),
    ],
  )`)
  expect(found).toEqual([
    answers.map(value => readAnswer(value).findings),
    snapshots.map(value => readWindows(value).findings),
  ])
})
