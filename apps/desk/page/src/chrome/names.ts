/** Names that agents give themselves, made harmless to show; what they are called by stays as it is. */

const MAX_SHOWN = 40

/** A name on one line, short, without characters that hide or turn others round. */
export function shownName(name: string | undefined): string {
  const plain = (name ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{M}{3,}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return 'unnamed agent'
  return plain.length <= MAX_SHOWN ? plain : `${plain.slice(0, MAX_SHOWN - 1).toWellFormed()}…`
}
