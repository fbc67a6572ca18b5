/** What can be called, with the arguments of what the agent has not heard of: so that it need not ask for each. */
import { estimateTokens, inertInPrompt, type WindowTool } from '@copane/host'
import { cutText } from '@copane/protocol/elements'
import { isRecord } from '@copane/protocol/findings'
import type { Facts } from './answer.js'
import { fitting } from './fit.js'
import type { Sight } from './sight.js'
import { bare, listedIds, namedIds, said } from './words.js'

/** The actions an agent was told of, as they were written. */
export type Heard = Set<string>

const MOST_ACTIONS = 20
const MOST_PARAMETERS = 12
/** What the actions of one window may take. Units: tokens. */
const MOST_TOKENS = 1500
/** What those of other windows may take. Units: tokens. */
const MOST_ELSEWHERE = 3000
/** Units: UTF-16 code units. */
const MOST_NAME = 200
const MOST_PARAMETER = 64

/**
 * The actions of a window as words, which are told from now on.
 *
 * Shape   `edit(recipient, note?)` where arguments of that name and form were never told, `edit` where they were or there are
 *         none. `app` is the handle of the app's own actions.
 */
export function offersIn(id: string, sight: Sight, heard: Heard): string[] {
  const words = offered(id, sight).map(written => (heard.has(written) ? nameOf(written) : written))
  for (const written of offered(id, sight)) heard.add(written)
  const more = sight.tools.filter(({ window }) => window === id).length - words.length
  return more > 0 ? [...words, `… ${more} more`] : words
}

/**
 * What can be called where that differs, in both halves; it is told from now on.
 *
 * Shape   windows that there is no room for are named.
 */
export function offersElsewhere(
  ids: readonly string[],
  sight: Sight,
  heard: Heard,
): { lines: string[]; facts: Facts } {
  const fit = fitting(ids, id => offersIn(id, sight, new Set(heard)), MOST_ELSEWHERE)
  const offers = fit.map((id): [string, string[]] => [id, offersIn(id, sight, heard)])
  const rest = ids.slice(fit.length)
  return {
    lines: [
      ...offers.map(([id, words]) => `${bare(id)} can now: ${words.join(' ') || 'nothing'}`),
      ...namedIds('other actions, see actions:', rest),
    ],
    facts: {
      ...(offers.length > 0 ? { now: Object.fromEntries(offers) } : {}),
      ...listedIds('otherActions', rest),
    },
  }
}

/** True when an action of a window, or the form of its arguments, was never told. */
export const isNews = (id: string, sight: Sight, heard: Heard): boolean =>
  offered(id, sight).some(written => !heard.has(written))

function offered(id: string, { tools }: Sight): string[] {
  let room = MOST_TOKENS
  const all = tools
    .filter(({ window }) => window === id)
    .slice(0, MOST_ACTIONS)
    .map(written)
  const end = all.findIndex(words => {
    room -= estimateTokens(words)
    return room < 0
  })
  return end < 0 ? all : all.slice(0, end)
}

const nameOf = (text: string): string => text.split('(', 1)[0] ?? text

/** `expectedVersion` is carried by the gateway. */
function written({ action, inputSchema }: WindowTool): string {
  const { properties, required }: { readonly [name: string]: unknown } = inputSchema
  const needed: unknown[] = Array.isArray(required) ? required : []
  const names = Object.keys(isRecord(properties) ? properties : {}).filter(name => name !== 'expectedVersion')
  const shown = names
    .slice(0, MOST_PARAMETERS)
    .map(
      name =>
        `${PLAIN.test(name) ? name : said(cutText(name, MOST_PARAMETER).text)}${needed.includes(name) ? '' : '?'}`,
    )
  const parameters = names.length > shown.length ? [...shown, '…'] : shown
  const name = inertInPrompt(cutText(action, MOST_NAME).text)
  return parameters.length > 0 ? `${name}(${parameters.join(', ')})` : name
}

const PLAIN = /^[\w.$-]{1,64}$/
