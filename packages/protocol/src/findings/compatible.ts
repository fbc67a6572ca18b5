/** Which protocol versions work together (concepts "Versions" · EL-10-compatible). */

const FORM = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/

/**
 * True when two three-part versions agree on what may break: major and minor before 1.0, major from then on.
 *
 * Errors  none: what is not of the form `1.2.3` is compatible with nothing.
 * Source  concepts "Versions" · EL-10-compatible
 */
export function compatible(ours: string, theirs: string): boolean {
  const a = FORM.exec(ours)
  const b = FORM.exec(theirs)
  if (!a || !b || a[1] !== b[1]) return false
  return a[1] !== '0' || a[2] === b[2]
}
