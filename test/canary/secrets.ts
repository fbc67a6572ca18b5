/** The secrets of the canary test: who may hear of each, and how a text is searched for them. */
import { randomBytes } from 'node:crypto'

/** Nobody hears of these: masked, private, thrown, the app's own keys. */
const NOBODY = [
  'password',
  'tokenField',
  'block',
  'cell',
  'item',
  'payload',
  'picture',
  'privateTitle',
  'privateText',
  'sensitiveTitle',
  'sensitiveText',
  'key',
  'privateKey',
  'questionKey',
  'thrown',
  'thrownLate',
  'thrownReading',
  'thrownByElements',
  'thrownByLocate',
  'thrownTakenBack',
] as const

/** Nobody hears of these again: what came in and was refused. */
export const SENT = [
  'unknownId',
  'tooLong',
  'oddName',
  'staleArgument',
  'badVersion',
  'unknownAction',
  'unknownWindow',
  'unknownTool',
  'blockedArgument',
  'waitingArgument',
  'sent',
  'wrongToken',
] as const

/** Clients hear of these, and no log, no file and no error does. */
const CLIENTS = ['text', 'title', 'elementId', 'argument'] as const

/** Secrets by the name of their place. */
export type Secrets = {
  readonly [Name in (typeof NOBODY)[number] | (typeof SENT)[number] | (typeof CLIENTS)[number]]: string
}

/** Names of the secrets that no client may hear of. */
export const UNHEARD: readonly string[] = [...NOBODY, ...SENT]

/** A secret for each place, unlike anything else in the world. */
export function mintSecrets(): Secrets {
  const mint = () => `c${randomBytes(9).toString('hex')}`
  const minted: { [name: string]: string } = {}
  for (const name of [...NOBODY, ...SENT, ...CLIENTS]) minted[name] = mint()
  if (isWhole(minted)) return minted
  throw new Error('a secret is missing')
}

const isWhole = (minted: { [name: string]: string }): minted is Secrets =>
  [...NOBODY, ...SENT, ...CLIENTS].every(name => minted[name] !== undefined)

/** The names of those secrets that stand in a text: plain, in hex, or in base64 at any offset. */
export const foundIn = (text: string, secrets: { readonly [name: string]: string }): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => shapesOf(secret).some(shape => text.includes(shape)))
    .map(([name]) => name)

function shapesOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map(offset =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      // The ends share their signs with what stands beside the secret.
      .slice(offset === 0 ? 0 : 4, -4),
  )
  // As Node prints the bytes of a buffer.
  const spaced = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join(' ')
  return [secret, secret.toUpperCase(), bytes.toString('hex'), spaced, ...base64]
}
