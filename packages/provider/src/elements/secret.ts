/** What is told of an element whose words are a secret: that it is there, and whether it is filled (D-41). */
import { MASK } from '@copane/protocol/bridge'
import type { TreeElement } from '@copane/protocol/elements'

/**
 * An element without a word of its own.
 *
 * Shape   six bullets whatever the length; what is empty stays empty, so that filled and empty differ. Left: id, role,
 *         subrole and states. A picture, a link, an address and attributes may say the secret too: left out.
 * Source  EL-sec-no-surprise · D-41 · FR-31, FR-32, FR-33
 */
export function masked(element: TreeElement): TreeElement {
  const { title, content, url: _, attributes: __, ...rest } = element
  return {
    ...rest,
    ...(title === undefined ? {} : { title: mask(title) }),
    ...(content === undefined
      ? {}
      : { content: [{ type: 'text', text: content.every(isEmptyText) ? '' : MASK }] }),
  }
}

/**
 * True for an app's word that says of a thing that it holds a secret, so that a forgotten mark leaks nothing.
 *
 * Shape   `one-time code`, `OneTimeCode` and `one_time_code` are the same word.
 */
export function isSecretWord(subrole: string): boolean {
  const known = judged.get(subrole)
  if (known !== undefined) return known
  const isSecret = SECRET_WORDS.has(subrole.toLowerCase().replace(/[^a-z0-9]/g, ''))
  if (judged.size === MOST_JUDGED) judged.clear()
  if (subrole.length <= LONGEST_JUDGED) judged.set(subrole, isSecret)
  return isSecret
}

/** The words that were judged last: an app has few, and says them of every row. */
const judged = new Map<string, boolean>()
const MOST_JUDGED = 200
const LONGEST_JUDGED = 64

const SECRET_WORDS = new Set(
  (
    'password passwordfield passwordtext newpassword currentpassword passcode passphrase pin pincode otp onetimecode ' +
    'cvc cvv cardnumber creditcardnumber ccnumber cccsc secret secretkey apikey accesstoken privatekey securefield ' +
    'securetext securetextfield axsecuretextfield'
  ).split(' '),
)

const mask = (text: string): string => (text === '' ? '' : MASK)

const isEmptyText = (block: { type: string; text?: string }): boolean =>
  block.type === 'text' && block.text === ''
