/** An app of one process: a window of its own, a listener, a descriptor; shares no code with ours. Told what to do on stdin. */
import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import x11, { type Display } from 'x11'

/** What kind of app; `pid` and `machine` are what its window says of itself. */
export type WindowAppOptions = {
  folder: string
  title: string
  pid?: 'own' | 'none' | number
  machine?: string
  /** A program that it runs, as a terminal does; lines that are no command go to it, and its lines come out. */
  runs?: string[]
  offers?: boolean
}

const options: WindowAppOptions = JSON.parse(process.argv[2] ?? '{}')
const { folder, title, pid = 'own', machine = hostname(), runs, offers = true } = options
const instance = `i${process.pid}`
const path = join(folder, `${process.pid}-${instance}.json`)

const display = await new Promise<Display>((resolve, reject) =>
  x11.createClient(
    { display: process.env.DISPLAY ?? '', shm: false, disableBigRequests: true },
    (error, opened) => (error ? reject(error) : resolve(opened)),
  ),
)
const { client } = display
const root = display.screen[0]?.root ?? 0
const atom = (name: string) =>
  new Promise<number>((resolve, reject) =>
    client.InternAtom(false, name, (error, value) => (error ? reject(error) : resolve(value))),
  )
/** Predefined atoms. */
const [CARDINAL, STRING, WM_NAME] = [6, 31, 39]
const window = client.AllocID()
client.CreateWindow(window, root, 10, 10, 200, 100, 0, 0, 1, 0, {})
client.ChangeProperty(0, window, WM_NAME, STRING, 8, title)
client.ChangeProperty(0, window, await atom('WM_CLIENT_MACHINE'), STRING, 8, machine)
if (pid !== 'none')
  client.ChangeProperty(0, window, await atom('_NET_WM_PID'), CARDINAL, 32, [
    pid === 'own' ? process.pid : pid,
  ])
client.MapWindow(window)

const server = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += chunk))
  request.on('end', () => {
    const { id, params }: { id: number; params: { uri: string } } = JSON.parse(body)
    const answer = { protocol: '0.2.0', instance, root: { id: 'app', role: 'Application', title } }
    const contents = [{ uri: params.uri, mimeType: 'application/json', text: JSON.stringify(answer) }]
    const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', contents }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
if (offers) {
  const endpoint = `http://127.0.0.1:${port}/e`
  const descriptor = {
    protocol: '0.2.0',
    bundleId: 'org.example.App',
    name: title,
    version: '1',
    instance,
    endpoint,
  }
  writeFileSync(`${path}.new`, JSON.stringify({ ...descriptor, token: 't', pid: process.pid }), {
    mode: 0o600,
  })
  renameSync(`${path}.new`, path)
}

const active = await atom('_NET_ACTIVE_WINDOW')
createInterface({ input: process.stdin })
  .on('line', line => {
    if (line === 'focus') client.SendClientMessage(root, window, active, 32, [2, 0, 0])
    else if (line === 'close-window') client.DestroyWindow(window)
    else if (line === 'quit') {
      rmSync(path, { force: true })
      process.exit(0)
    } else child?.stdin?.write(`${line}\n`)
  })
  .on('close', () => process.exit(0))
await client.sync()
console.log(JSON.stringify({ pid: process.pid, window, port }))
let child: ChildProcess | undefined
if (runs) {
  child = spawn(runs[0] ?? '', runs.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
  if (child.stdout) createInterface({ input: child.stdout }).on('line', line => console.log(line))
}
process.once('exit', () => child?.kill())
