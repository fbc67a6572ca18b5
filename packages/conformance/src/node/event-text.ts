/** The text of an event stream as it comes, handed on an event at a time, so that each byte is looked at once. */
import { StringDecoder } from 'node:string_decoder'

/** What came so far of events that are not whole yet. */
export type EventText = {
  /** Takes what came; gives the events that are whole by it, '' while there is none. */
  add: (chunk: Buffer) => string
}

/** Begins a stream. */
export function createEventText(): EventText {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let end = ''
  return {
    add(chunk) {
      const text = decoder.write(chunk)
      const at = lastBlankLine(end + text)
      if (at < 0) {
        pieces.push(text)
        end = (end + text).slice(-OVERLAP)
        return ''
      }
      const taken = Math.max(0, at - end.length)
      pieces.push(text.slice(0, taken))
      const whole = pieces.join('')
      pieces = [text.slice(taken)]
      end = text.slice(taken).slice(-OVERLAP)
      return whole
    },
  }
}

/** A blank line may come in parts: three characters of one with carriage returns can have come before. */
const OVERLAP = 3

/** Where the text after the last blank line begins. */
function lastBlankLine(text: string): number {
  const [feeds, returns] = [text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n')]
  return Math.max(feeds < 0 ? -1 : feeds + 2, returns < 0 ? -1 : returns + 4)
}
