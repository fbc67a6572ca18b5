/** Where something was thrown, and nothing of what was said with it (D-08). */
import { isRecord } from '@copane/protocol/findings'

const MOST_FRAMES = 5

/**
 * The places in files of a thrown error, innermost first: `/app/src/pad.ts:12:5`.
 *
 * Shape   at most five; those in the platform and in packages are left out. Neither the message nor the names of
 *         functions, which may be made of the app's content, are in them.
 * Errors  none: [] for what is no error, has no stack, or throws when it is read.
 */
export function framesOf(error: unknown): string[] {
  try {
    const stack = isRecord(error) ? error.stack : undefined
    if (typeof stack !== 'string') return []
    const { name, message } = isRecord(error) ? error : {}
    return behind(stack, String(name), String(message))
      .split('\n')
      .flatMap(line => FRAME.exec(line)?.[1] ?? [])
      .filter(place => !place.includes('/node_modules/'))
      .slice(0, MOST_FRAMES)
  } catch {
    return []
  }
}

/** What follows the words: a message of more than one line may hold what looks like a frame, or was changed since. */
function behind(stack: string, name: string, message: string): string {
  const head = `${name}: ${message}`
  if (stack.startsWith(head)) return stack.slice(head.length)
  const [first = ''] = stack.split('\n', 1)
  const isWhole = message === '' ? !first.includes(':') : !message.includes('\n') && first.endsWith(message)
  return isWhole ? stack.slice(first.length) : ''
}

/** `    at name (file:///app/pad.ts:12:5)` or `    at /app/pad.ts:12:5`. */
const FRAME = /^ {4}at (?:.* \()?(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^()\n]*:\d+:\d+)\)?$/
