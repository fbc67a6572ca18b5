/** `copane settings`: what the user lets agents have, shown and changed (D-52). */
import type { DenyRule, Settings } from '@copane/host'
import { type ChangeOutcome, openSettings, type SettingsStore } from '@copane/host/node'
import { ROLES } from '@copane/protocol/elements'
import type { ExitCode, Io } from '../io.js'
import { numberOf, readOptions, wrongUse } from '../options.js'
import { jsonLines } from '../render/lines.js'
import { SETTINGS_WORDS, settingsLines } from '../render/settings.js'

const EXAMPLE = 'copane settings deny --app com.example.vault'

const RULE_OPTIONS = {
  app: { type: 'string' },
  url: { type: 'string' },
  subrole: { type: 'string' },
  role: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Shows the settings, or changes them and shows what they are then. */
export async function settings(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, RULE_OPTIONS, [], true)
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values, words } = given
  const [word, choice, extra] = words
  const store = openSettings()
  const edit = editOf(store, word, choice, values)
  if (typeof edit === 'string') return wrongUse(io, edit, EXAMPLE)
  if (extra !== undefined) return wrongUse(io, `"${extra}" is one word too many`, EXAMPLE)
  const change = await edit?.()
  if (change?.kind === 'refused') {
    io.tell([`copane: nothing was changed: ${change.message}`])
    return 2
  }
  const consent = await store.read()
  if (values.json) io.out(jsonLines({ file: store.file, ...consent }))
  if (consent.kind === 'unreadable') {
    io.tell([`copane: nothing is allowed: ${consent.message}`])
    return 1
  }
  if (!values.json) io.out(settingsLines(consent.settings, store.file))
  return 0
}

type Edit = () => Promise<ChangeOutcome>
type RuleWords = {
  app?: string | undefined
  url?: string | undefined
  subrole?: string | undefined
  role?: string | undefined
}

/** What a word does; undefined to show alone, and what is wrong as words. */
function editOf(
  store: SettingsStore,
  word: string | undefined,
  choice: string | undefined,
  values: RuleWords,
): Edit | string | undefined {
  const rule = ruleOf(values)
  const isRuled = word === 'deny' || word === 'allow'
  if (!isRuled && rule !== undefined) return '--app, --url, --subrole and --role go with deny or allow'
  switch (word) {
    case undefined:
      return undefined
    case 'off':
    case 'on':
      if (choice !== undefined) return `"${choice}" is one word too many`
      return word === 'off' ? store.turnOff : store.turnOn
    case 'deny':
    case 'allow': {
      if (choice !== undefined) return `"${choice}" is one word too many`
      if (rule === undefined) return `${word} takes --app, --url, --subrole or --role`
      if (typeof rule === 'string') return rule
      return () => changeRule(store, word, rule)
    }
    case 'ask':
    case 'always': {
      if (choice !== 'on' && choice !== 'off') return `${word} takes on or off`
      return () =>
        store.change(({ always, askFirst, ...rest }) => chosen(rest, { always, askFirst }, word, choice))
    }
    case 'keep': {
      const days = numberOf(choice, 0)
      if (days === undefined || days === 'wrong') return 'keep takes a number of days; 0 keeps nothing'
      return () => store.change(before => ({ ...before, keepSentDays: days }))
    }
    default:
      return `no setting "${word}"; there are ${SETTINGS_WORDS.join(', ')}`
  }
}

/** A setting that is off is not in the file. */
function chosen(
  rest: Omit<Settings, 'always' | 'askFirst'>,
  before: { always: true | undefined; askFirst: true | undefined },
  word: 'ask' | 'always',
  choice: 'on' | 'off',
): Settings {
  const isOn = choice === 'on'
  const always = word === 'always' ? isOn : before.always === true
  const askFirst = word === 'ask' ? isOn : before.askFirst === true
  return { ...rest, ...(always ? { always } : {}), ...(askFirst ? { askFirst } : {}) }
}

/** Allowing what no rule denies is a mistake of the caller's, and said. */
async function changeRule(
  store: SettingsStore,
  word: 'deny' | 'allow',
  rule: DenyRule,
): Promise<ChangeOutcome> {
  if (word === 'deny') return store.deny(rule)
  const before = await store.read()
  const after = await store.allow(rule)
  const isSame =
    before.kind === 'settings' &&
    after.kind === 'changed' &&
    before.settings.deny.length === after.settings.deny.length
  return isSame
    ? { kind: 'refused', message: 'no rule is exactly that one; copane settings shows them' }
    : after
}

/** The rule of the options; undefined without any, and what is wrong as words. */
function ruleOf({ app, url, subrole, role }: RuleWords): DenyRule | string | undefined {
  const known = ROLES.find(name => name.toLowerCase() === role?.toLowerCase())
  if (role !== undefined && known === undefined) return `--role takes one of ${ROLES.join(', ')}`
  if ([app, url, subrole].includes('')) return 'an empty pattern matches nothing; leave the option out'
  const rule: DenyRule = {
    ...(app === undefined ? {} : { bundleId: app }),
    ...(url === undefined ? {} : { url }),
    ...(subrole === undefined ? {} : { subrole }),
    ...(known === undefined ? {} : { role: known }),
  }
  return Object.keys(rule).length > 0 ? rule : undefined
}
