/** What the user would be surprised to see handed on is never read (EL-sec-no-surprise · FR-31, FR-40). */
import { attribute, type DomNode, HINTS } from './node.js'

/**
 * True for a node that is left out with all it holds.
 *
 * Shape   marked private by the app, or a field for a password, a one-time code, a card or what goes by such a
 *         name; a field whose password is shown in clear is one by its name or autocompletion.
 */
export function isLeftOut(node: DomNode): boolean {
  if (attribute(node, HINTS.private) !== undefined || node.masked) return true
  const type = attribute(node, 'type')?.toLowerCase() ?? ''
  if (node.tag === 'input' && (type === 'password' || type === 'hidden')) return true
  const tokens = (attribute(node, 'autocomplete') ?? '').toLowerCase().split(/\s+/)
  if (tokens.some(token => SECRET_TOKENS.includes(token) || token.startsWith('cc-'))) return true
  return isField(node) && ['name', 'id'].some(name => SECRET_NAME.test(wordsOf(attribute(node, name) ?? '')))
}

const SECRET_TOKENS = ['current-password', 'new-password', 'one-time-code', 'webauthn']

const SECRET_NAME =
  /(?:^|-)(?:pass(?:word|wd|code|phrase)?|pwd|otp|totp|mfa|2fa|one-time-code|pin|cvv2?|cvc2?|csc|ssn|secret|token|api-key|card-?(?:number|no)|cc-?(?:number|no))(?:$|-|\d)/

const isField = ({ tag, attributes }: DomNode): boolean =>
  tag === 'input' || tag === 'textarea' || tag === 'select' || attributes?.role?.includes('textbox') === true

/** `userPassword`, `user_password` and `user[password]` as `user-password`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
