/** Checks of who may speak: origin before token, token, host, loopback (concepts "Security" · D-06). */
import type { ElementsTarget } from '../../elements-target.js'
import { fault, notRun, outcomeOf } from '../../outcomes.js'
import type { Check, CheckOutcome, Fault } from '../../types.js'
import { messageIn, type Message, openingMessage } from '../../wire/era.js'
import { bearer, type Line } from '../../wire/line.js'
import { type RawAnswer, sawOf } from '../../wire/raw.js'

/** The checks of every refusal, on both paths where the app has two. */
export const ACCESS_CHECKS: readonly Check<ElementsTarget>[] = [
  {
    id: 'EL-sec-origin',
    level: 'must',
    title: 'any Origin is refused with 403, before the token is looked at',
    run: target => onEachLine(target, judgeOrigin),
  },
  {
    id: 'EL-sec-bearer',
    level: 'must',
    title: 'a request without the token of this endpoint is refused',
    run: target =>
      onEachLine(target, (line, ...messages) => judgeTokens(line, messages, otherTokens(target, line))),
  },
  {
    id: 'D-06',
    level: 'should',
    title: 'a Host that is not this listener is refused',
    run: target => onEachLine(target, judgeHost),
  },
  {
    id: 'EL-sec-loopback',
    level: 'must',
    title: 'nothing answers at any other address of this machine',
    async run({ elements, otherAddresses, send }) {
      if (!elements.place || (await elements.faces()).length === 0) return notRun('EL-8-endpoint')
      const { port, path } = elements.place
      for (const address of otherAddresses) {
        // Without the token: who answers there is not known.
        const headers = { host: `127.0.0.1:${port}` }
        const answer = await send({ address, port, method: 'GET', path, headers })
        if (answer.kind === 'answer')
          return outcomeOf([
            fault(
              'listener',
              `${sawOf(answer)} at an address of this machine other than 127.0.0.1`,
              'a listener on 127.0.0.1 only',
              "bind to '127.0.0.1', not to 0.0.0.0, :: or localhost",
            ),
          ])
      }
      return outcomeOf([])
    },
  },
]

/** Runs a judgement on each path, with requests of each era that it answers when they are sent rightly. */
async function onEachLine(
  { elements, bridge }: ElementsTarget,
  judge: (line: Line, opening: Message, later: Message) => Promise<Fault | undefined>,
): Promise<CheckOutcome> {
  const faults: (Fault | undefined)[] = []
  for (const line of bridge ? [elements, bridge] : [elements]) {
    const faces = await line.faces()
    if (faces.length === 0) return notRun(line.name === 'elements' ? 'EL-8-endpoint' : 'GB-3-capabilities')
    for (const face of faces)
      faults.push(await judge(line, openingMessage(face.era, ID), face.message(ID, 'resources/list')))
  }
  return outcomeOf(faults)
}

const ID = 1

const otherTokens = ({ elements, bridge }: ElementsTarget, line: Line): string[] =>
  [elements.token, bridge?.token].filter(token => token !== undefined && token !== line.token).map(String)

async function judgeOrigin(line: Line, opening: Message): Promise<Fault | undefined> {
  const { address = '127.0.0.1', port = 0 } = line.place ?? {}
  const origins = ['https://example.org', 'null', `http://${address}:${port}`, 'http://localhost', '']
  const tries = origins.flatMap(origin => [
    { method: 'POST', origin, token: line.token, what: 'with the token' },
    { method: 'POST', origin, token: undefined, what: 'without a token' },
    { method: 'OPTIONS', origin, token: undefined, what: 'that asks beforehand' },
  ])
  for (const { method, origin, token, what } of tries) {
    const headers = { ...opening.headers, origin, ...bearer(token) }
    const answer = await line.raw(
      method === 'POST' ? { method, headers, body: opening.body } : { method, headers },
    )
    if (answer.kind !== 'answer' || answer.status !== 403)
      return fault(
        `${line.name} ${method}`,
        `${sawOf(answer)} to a request ${what} and an Origin`,
        '403 to any request with an Origin header, whatever else it carries',
        'refuse Origin first, its value and the token unread',
      )
  }
  return undefined
}

async function judgeTokens(line: Line, messages: Message[], others: string[]): Promise<Fault | undefined> {
  const { token = '' } = line
  const tries: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'no token'],
    ['Bearer ', 'an empty token'],
    [`Bearer ${otherEnd(token)}`, 'a token whose last character differs'],
    [`Bearer ${token}x`, 'a token that is longer by one'],
    [`Bearer ${token.slice(0, -1)}`, 'a token that is shorter by one'],
    [`Basic ${token}`, 'the token under another scheme'],
    ...others.map(other => [`Bearer ${other}`, 'the token of the other path'] as const),
  ]
  const sends = messages.flatMap(message =>
    tries.map(([authorization, what]) => ({ message, authorization, what })),
  )
  for (const { message, authorization, what } of sends) {
    const headers = { ...message.headers, ...(authorization === undefined ? {} : { authorization }) }
    const answer = await line.raw({ method: 'POST', headers, body: message.body })
    if (!isRefusal(answer))
      return fault(
        `${line.name} POST`,
        `${sawOf(answer)} to ${what}`,
        'a refusal of every request without the token of this endpoint',
        'answer 401 unless Authorization is Bearer and the whole token',
      )
  }
  return undefined
}

async function judgeHost(line: Line, opening: Message): Promise<Fault | undefined> {
  const headers = { ...opening.headers, host: 'example.org', ...bearer(line.token) }
  const answer = await line.raw({ method: 'POST', headers, body: opening.body })
  if (isRefusal(answer)) return undefined
  return fault(
    `${line.name} POST`,
    `${sawOf(answer)} to a request for another host`,
    'a refusal, since a page may have bound that name to this machine',
    'answer 403 unless Host is 127.0.0.1 and the port',
  )
}

/** A connection that is cut refuses as well as a status does. */
const isRefusal = (answer: RawAnswer): boolean =>
  answer.kind === 'none' || (answer.status >= 400 && messageIn(answer.body, ID)?.result === undefined)

/** The token with another last character, of the same length. */
const otherEnd = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
