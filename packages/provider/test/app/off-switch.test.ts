import { deepEqual, equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { verifies } from '../../../../test/support/verifies.js'
import { configFolder, parseSwitch } from '../../src/app/off-switch.js'
import { type AppSwitch, createAppSwitch } from '../../src/node/app-switch.js'

let root: string
let appSwitch: AppSwitch
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copane-test-'))
  appSwitch = createAppSwitch('com.example.pad', join(root, 'config'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Why the switch is off; fails when it is on. */
const whyOff = (): string => {
  const state = appSwitch.read()
  return state.kind === 'off' ? state.reason : 'it is on'
}
const putFile = (text: string) => {
  mkdirSync(dirname(appSwitch.file), { recursive: true, mode: 0o700 })
  writeFileSync(appSwitch.file, text)
}

verifies('EL-8-turned-off', 'an app that was never turned off is on, and nothing is written', () => {
  deepEqual(appSwitch.read(), { kind: 'on' })
  deepEqual(readdirSync(root), [])
})

verifies(
  'EL-8-turned-off',
  'what was turned stays turned for whoever reads it later, for this app alone',
  () => {
    deepEqual(appSwitch.write(false), { kind: 'kept' })
    match(createAppSwitch('com.example.pad', join(root, 'config')).read().kind, /^off$/)
    equal(createAppSwitch('com.example.other', join(root, 'config')).read().kind, 'on')
    deepEqual(appSwitch.write(true), { kind: 'kept' })
    equal(appSwitch.read().kind, 'on')
  },
)

verifies(
  'D-52',
  'the file is 0600 in a folder that is 0700, whatever the umask, and no draft stays behind',
  () => {
    const before = process.umask(0)
    appSwitch.write(false)
    process.umask(before)
    equal(statSync(appSwitch.file).mode & 0o777, 0o600)
    equal(statSync(dirname(appSwitch.file)).mode & 0o777, 0o700)
    deepEqual(readdirSync(dirname(appSwitch.file)), ['com.example.pad.json'])
  },
)

for (const [title, text] of [
  ['empty', ''],
  ['cut off', '{"on":tr'],
  ['another object', '{"off":false}'],
  ['a word instead of a truth', '{"on":"true"}'],
  ['a list', '[]'],
  ['longer than a switch is', ' '.repeat(5000) + '{"on":true}'],
] as const)
  verifies('D-52', `a file that is ${title} means off, with the remedy, and turning on mends it`, () => {
    putFile(text)
    match(whyOff(), /com\.example\.pad\.json is not \{"on":true\}; remove it to turn the app on$/)
    deepEqual(appSwitch.write(true), { kind: 'kept' })
    equal(appSwitch.read().kind, 'on')
  })

verifies('D-52', 'a folder in the place of the file means off, and turning says why it can not', () => {
  mkdirSync(appSwitch.file, { recursive: true, mode: 0o700 })
  match(whyOff(), /can't be read \((no regular file|EISDIR)\); remove it/)
  const outcome = appSwitch.write(true)
  match(outcome.kind === 'refused' ? outcome.reason : '', /can't be written \(EISDIR\)$/)
  deepEqual(readdirSync(dirname(appSwitch.file)), ['com.example.pad.json'])
})

verifies('D-52', 'a pipe in the place of the file means off and holds nobody up', () => {
  putFile('')
  rmSync(appSwitch.file)
  execFileSync('mkfifo', [appSwitch.file])
  match(whyOff(), /no regular file/)
})

verifies('D-52', 'a folder that others can write to means off, with the command that mends it', () => {
  appSwitch.write(true)
  chmodSync(dirname(appSwitch.file), 0o777)
  match(whyOff(), /can be written by others; run: chmod go-w /)
  equal(appSwitch.write(true).kind, 'refused')
})

verifies('D-52', 'a file in the place of the folder means off', () => {
  writeFileSync(join(root, 'config'), '')
  match(whyOff(), /can't be opened \(ENOTDIR\)$/)
})

verifies('D-52', 'the folder comes from the system and the user database, COPANE_CONFIG_DIR apart', () => {
  const facts = { override: undefined, home: '/home/ada', appData: undefined }
  equal(configFolder({ ...facts, platform: 'linux' }), '/home/ada/.config/copane')
  equal(configFolder({ ...facts, platform: 'darwin' }), '/home/ada/Library/Application Support/copane')
  equal(configFolder({ ...facts, platform: 'win32', appData: 'C:\\Ada' }), 'C:\\Ada\\copane')
  equal(configFolder({ ...facts, platform: 'win32' }), '/home/ada\\AppData\\Roaming\\copane')
  equal(configFolder({ ...facts, override: '/tmp/c', platform: 'linux' }), '/tmp/c')
})

verifies('D-52', 'a switch reads as on or off only when it says so', () => {
  deepEqual(['{"on":true}', '{"on":false,"more":1}', 'null', '{"on":1}', '"on"'].map(parseSwitch), [
    true,
    false,
    undefined,
    undefined,
    undefined,
  ])
})
