/** Amounts of money between cents and text. */

/** The largest amount an order can have. Units: cents. */
export const MAX_CENTS = 99_999_999_999

/** An amount as an editor's field shows it: `1234.50`. */
export const formatAmount = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`

/** An amount as a table shows it: `1,234.50 EUR`. */
export const formatMoney = (cents: number, currency: string): string =>
  `${formatAmount(cents).replace(/\B(?=(\d{3})+(?!\d))/g, ',')} ${currency}`

/** An amount, or the sentence that says what is wrong with the text. */
export type ParsedAmount = { kind: 'cents'; cents: number } | { kind: 'error'; error: string }

/** Reads an amount: digits, at most two decimals after a point, more than zero. */
export function parseAmount(text: string): ParsedAmount {
  const match = /^(-?\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return { kind: 'error', error: 'Must be a number such as 12.50, with at most two decimals' }
  const [, whole = '', decimals = ''] = match
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (whole.startsWith('-') || cents <= 0) return { kind: 'error', error: 'Must be greater than 0' }
  if (cents > MAX_CENTS) return { kind: 'error', error: `Must be at most ${formatAmount(MAX_CENTS)}` }
  return { kind: 'cents', cents }
}
