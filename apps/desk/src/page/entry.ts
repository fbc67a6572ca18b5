/**
 * Who may open the page: a key that works once is exchanged for a cookie and a pass of this run.
 *
 * A browser sends the cookie to every server on 127.0.0.1, so it opens the files of the page and nothing else. The pass
 * goes behind the `#` of an address, which is sent to nobody; a page keeps it by origin, and connects with it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The way in. */
export type Entry = {
  /** A key that opens the page once. */
  mintKey(): string
  /** True once for every minted key. */
  takeKey(key: string): boolean
  /** The value of the `Set-Cookie` header; cookies know no ports, so the name tells desks apart. */
  cookie(port: number): string
  /** True when a `Cookie` header holds the cookie of this run. */
  isKnown(cookies: string | undefined, port: number): boolean
  /** What a page shows to connect. */
  pass: string
  isPass(given: string): boolean
}

/** More keys than anybody waits to use; the oldest is forgotten. */
const MAX_KEYS = 50

/** Makes the secrets of a run. */
export function createEntry(): Entry {
  const secret = randomSecret()
  const expected = digest(secret)
  const pass = randomSecret()
  const expectedPass = digest(pass)
  let keys: readonly Buffer[] = []
  return {
    mintKey() {
      const key = randomSecret()
      keys = [...keys.slice(-(MAX_KEYS - 1)), digest(key)]
      return key
    },
    takeKey(key) {
      const given = digest(key)
      const left = keys.filter(known => !timingSafeEqual(known, given))
      const taken = left.length < keys.length
      keys = left
      return taken
    },
    cookie: port => `${nameOf(port)}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    isKnown(cookies = '', port) {
      const start = `${nameOf(port)}=`
      const values = cookies.split(/; */).filter(cookie => cookie.startsWith(start))
      return values.some(value => timingSafeEqual(digest(value.slice(start.length)), expected))
    },
    pass,
    isPass: given => timingSafeEqual(digest(given), expectedPass),
  }
}

const nameOf = (port: number): string => `desk-${port}`

const randomSecret = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
