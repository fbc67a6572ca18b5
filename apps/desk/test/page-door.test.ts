import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { connect as connectRaw } from 'node:net'
import { WebSocket } from 'ws'
import { test } from 'vitest'
import { startPage } from '../src/page/start-page.js'
import { createActivity } from '../src/page/activity.js'
import { inFolder, memoryDesk } from './support/desks.js'
import { served, type Served, writeFiles } from './support/pages.js'
import { type Access, accessOf, ask, openTab, originOf, refusalOf } from './support/socket.js'

const withPage = (body: (parts: Served) => Promise<void>) =>
  inFolder(folder => served({ files: writeFiles(folder) }, body))

test('an address lets one browser in, once; a further one needs an address of its own', () =>
  withPage(async ({ page }) => {
    const first = await ask(page.url)
    equal(first.status, 303)
    match(String(first.headers.location), /^\/#[\w-]{43}$/)
    match(String(first.headers['set-cookie']), /^desk-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    equal((await ask(page.url)).status, 403)
    const further = page.mintUrl()
    equal((await ask(further)).status, 303)
    equal((await ask(further)).status, 403)
    ok(page.url !== further && page.mintUrl() !== further)
  }))

test('a browser that was let in may open the first address again, and a new one if it forgot how', () =>
  withPage(async ({ page }) => {
    const { cookie, pass } = await accessOf(page.url)
    const again = await ask(page.url, { cookie })
    deepEqual([again.status, again.headers.location, again.headers['set-cookie']], [303, '/', undefined])
    const further = page.mintUrl()
    const anew = await ask(further, { cookie })
    deepEqual([anew.status, anew.headers.location, anew.headers['set-cookie']], [303, `/#${pass}`, undefined])
    equal((await ask(further, { cookie })).headers.location, '/')
    equal((await ask(further)).status, 403)
  }))

const lacking: readonly (readonly [what: string, protocols: (access: Access) => string[]])[] = [
  ['no pass', () => []],
  ['our subprotocol alone', () => ['desk']],
  ['the pass alone', ({ pass }) => [pass]],
  ['the pass before our subprotocol', ({ pass }) => [pass, 'desk']],
  ['the cookie for a pass', ({ cookie }) => ['desk', cookie.split('=')[1] ?? '']],
  ['a pass that is cut', ({ pass }) => ['desk', pass.slice(0, -1)]],
  ['the pass of another run', ({ pass }) => ['desk', `${pass.slice(0, -1)}~`]],
  ['the pass among others', ({ pass }) => ['desk', 'x', pass]],
]
for (const [what, protocols] of lacking)
  test(`the cookie with ${what} opens the files of the page, and no connection`, () =>
    withPage(async ({ page, desk }) => {
      const access = await accessOf(page.url)
      const { cookie } = access
      const origin = originOf(page)
      equal((await ask(`${origin}/`, { cookie })).status, 200)
      const address = `${origin.replace('http', 'ws')}/socket`
      const socket = new WebSocket(address, protocols(access), { origin, headers: { cookie } })
      deepEqual([await refusalOf(socket), page.pages(), desk.state().shown], [403, [], false])
    }))

test('a page learns whether its pass is the right one, and the pass is never said back', () =>
  withPage(async ({ page }) => {
    const access = await accessOf(page.url)
    const { cookie, pass } = access
    const address = `${originOf(page)}/`
    equal((await ask(address, { cookie, 'desk-pass': pass }, 'HEAD')).status, 200)
    equal((await ask(address, { cookie, 'desk-pass': 'x' }, 'HEAD')).status, 403)
    equal((await ask(address, { 'desk-pass': pass }, 'HEAD')).status, 403)
    equal((await openTab(page, access)).socket.protocol, 'desk')
  }))

test('looking at an address without opening it does not use it up', () =>
  withPage(async ({ page }) => {
    equal((await ask(page.url, {}, 'HEAD')).status, 403)
    equal((await ask(page.url)).status, 303)
  }))

test('the page comes with headers that keep it to itself, and nothing else of the disk comes at all', () =>
  withPage(async ({ page }) => {
    const { cookie } = await accessOf(page.url)
    const origin = originOf(page)
    const html = await ask(`${origin}/`, { cookie })
    deepEqual([html.status, html.headers['cache-control']], [200, 'no-store'])
    const policy = String(html.headers['content-security-policy'])
    match(policy, /^default-src 'self'; connect-src 'self' ws:\/\/127\.0\.0\.1:\d+; /)
    ok(!policy.includes('unsafe') && policy.includes("frame-ancestors 'none'"))
    equal((await ask(`${origin}/assets/page.js`, { cookie })).status, 200)
    for (const path of [
      '/notes.txt',
      '/../package.json',
      '/assets/../notes.txt',
      '/assets',
      '//',
      '/%2e%2e/x',
    ])
      equal((await ask(`${origin}${path}`, { cookie })).status, 404, path)
  }))

type Change = (headers: { [name: string]: string }) => { [name: string]: string }
const strangers: readonly (readonly [what: string, change: Change, method?: string])[] = [
  ['no cookie', ({ cookie: _, ...others }) => others],
  [
    'the cookie of another run',
    headers => ({ ...headers, cookie: headers.cookie?.replace(/.$/, '!') ?? '' }),
  ],
  ['the name of the machine', headers => ({ ...headers, host: 'localhost' })],
  ['a name that a stranger made point here', headers => ({ ...headers, host: 'desk.example' })],
  ['another port', headers => ({ ...headers, host: '127.0.0.1:1' })],
  ['another origin', headers => ({ ...headers, origin: 'http://evil.example' })],
  ['an origin that begins like ours', headers => ({ ...headers, origin: `${headers.origin}0` })],
  ['the origin of a file', headers => ({ ...headers, origin: 'null' })],
]
for (const [what, change, method] of strangers) {
  test(`${what} gets a page that says how to open the desk, and no connection`, () =>
    withPage(async ({ page, desk }) => {
      const origin = originOf(page)
      const { cookie, pass } = await accessOf(page.url)
      const headers = change({ cookie, host: new URL(origin).host, origin })
      for (const path of ['/', '/assets/page.js', '/socket']) {
        const answer = await ask(`${origin}${path}`, headers, method)
        deepEqual([answer.status, /The desk did not open/.test(answer.text)], [403, true], path)
      }
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, ['desk', pass], { headers })
      deepEqual([await refusalOf(socket), page.pages(), desk.state().shown], [403, [], false])
    }))
}

test('a connection without an origin is no page', () =>
  withPage(async ({ page }) => {
    const { cookie, pass } = await accessOf(page.url)
    const address = `${originOf(page).replace('http', 'ws')}/socket`
    equal(await refusalOf(new WebSocket(address, ['desk', pass], { headers: { cookie } })), 403)
  }))

for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
  test(`${method} is turned away, even from our own page`, () =>
    withPage(async ({ page }) => {
      const [{ cookie }, origin] = [await accessOf(page.url), originOf(page)]
      equal((await ask(`${origin}/`, { cookie, origin }, method)).status, 403)
    }))

test('a stranger is never told a word of the desk, nor the words of its own request', () =>
  withPage(async ({ page }) => {
    const { text } = await ask(`${originOf(page)}/<script>?key=<b>`, {})
    ok(!/<script>|<b>|Orders|10001/.test(text))
  }))

test('requests that are none end their own connection only', () =>
  withPage(async ({ page }) => {
    const { port } = new URL(page.url)
    for (const bytes of [
      '\0\0\0',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n',
    ]) {
      const raw = connectRaw(Number(port), '127.0.0.1')
      raw.on('error', () => {}).write(bytes)
      await new Promise(resolve => raw.on('close', resolve).resume())
    }
    await openTab(page, await accessOf(page.url))
  }))

test('a port that is taken, and a page that is not built, are refused with what to do', () =>
  withPage(async ({ page, desk, activity }) => {
    const port = Number(new URL(page.url).port)
    const taken = await inFolderPage(folder => startPage({ desk, activity, port, files: folder }))
    match(taken.kind === 'refused' ? taken.reason : '', /leave the port out/)
    const unbuilt = await startPage({ desk: memoryDesk(), activity: createActivity(), files: '/nowhere' })
    match(unbuilt.kind === 'refused' ? unbuilt.reason : '', /npm run build/)
  }))

async function inFolderPage<Result>(body: (files: string) => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  await inFolder(async folder => {
    result = await body(writeFiles(folder))
  })
  if (result === undefined) throw new Error('nothing came of it')
  return result
}
