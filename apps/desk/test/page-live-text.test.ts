import { deepEqual, equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import {
  chosen,
  followed,
  isUnsettled,
  left,
  type LiveText,
  overtaken,
  realigned,
  refusedWith,
  sending,
  taken,
  toSend,
  typed,
  untouched,
} from '../page/src/drafts/live-text.js'

/** What the user sees, what the desk holds as far as the page knows, and whether the two have parted. */
const seen = ({ text, base, conflict }: LiveText) => [text, base, conflict !== undefined]

const onTheWay = (text: string, was: string): LiveText => sending(typed(untouched(was), text), { text, was })

const rows: readonly (readonly [what: string, live: LiveText, seen: ReturnType<typeof seen>])[] = [
  ['a commit of our own that says what was typed', followed(onTheWay('ab', 'a'), 'ab'), ['ab', 'ab', false]],
  [
    'a commit of our own while typing went on',
    followed(typed(onTheWay('ab', 'a'), 'abc'), 'ab'),
    ['abc', 'ab', false],
  ],
  [
    'a commit of our own that took the text back',
    followed(untouched('draft'), 'saved'),
    ['saved', 'saved', false],
  ],
  ['an agent where nobody types', overtaken(untouched('a'), 'x', 'robot'), ['x', 'x', false]],
  [
    'an agent in front of what is on the way',
    overtaken(onTheWay('ab', 'a'), 'x', 'robot'),
    ['ab', 'x', true],
  ],
  ['an agent right after typing', overtaken(taken(onTheWay('ab', 'a')), 'x', 'robot'), ['ab', 'x', true]],
  [
    'an agent after the user left',
    overtaken(left(taken(followed(onTheWay('ab', 'a'), 'ab'))), 'x', 'robot'),
    ['x', 'x', false],
  ],
  ['an agent that writes the same', overtaken(onTheWay('ab', 'a'), 'ab', 'robot'), ['ab', 'ab', false]],
  [
    'a refusal because of the same',
    refusedWith(overtaken(onTheWay('ab', 'a'), 'ab', 'robot'), '', true),
    ['ab', 'ab', false],
  ],
  [
    'a refusal because of another',
    refusedWith(overtaken(onTheWay('ab', 'a'), 'x', 'robot'), '', true),
    ['ab', 'x', true],
  ],
  ['a connection that is back, sent text arrived', realigned(onTheWay('ab', 'a'), 'ab'), ['ab', 'ab', false]],
  ['a connection that is back, sent text did not', realigned(onTheWay('ab', 'a'), 'a'), ['ab', 'a', false]],
  ['a connection that is back, another text there', realigned(onTheWay('ab', 'a'), 'x'), ['ab', 'x', true]],
]
for (const [what, live, expected] of rows)
  test(`a field after ${what}`, () => deepEqual(seen(live), expected))

test('an amount that the desk writes in another way stays as typed until the user leaves', () => {
  const live = taken(onTheWay('12.5', '12.50'))
  deepEqual([live.text, toSend(live), left(live).text], ['12.5', undefined, '12.50'])
})

test('what the desk refused is not sent again until it is another text', () => {
  const live = refusedWith(onTheWay('ab', 'a'), 'Too long', false)
  deepEqual([toSend(live), live.text, live.refused?.reason], [undefined, 'ab', 'Too long'])
  deepEqual(toSend(typed(live, 'abc')), { text: 'abc', was: 'a' })
})

test('what the user chose is sent, and refused if that was changed once more; forced, it is sent whatever is there', () => {
  const live = refusedWith(overtaken(onTheWay('mine', 'a'), 'theirs', 'robot'), '', true)
  deepEqual(toSend(typed(live, 'mine too')), undefined)
  deepEqual(toSend(chosen(live, 'mine', false)), { text: 'mine', was: 'theirs' })
  deepEqual(toSend(chosen(live, 'mine', true)), { text: 'mine' })
  deepEqual(
    [toSend(chosen(live, 'theirs', false)), chosen(live, 'theirs', false).text],
    [undefined, 'theirs'],
  )
})

type Event =
  | { kind: 'type' | 'agent'; text: string }
  | { kind: 'deliver' | 'send' | 'leave' | 'mine' | 'theirs' }

const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 })
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constantFrom('type', 'agent'), text: word }),
  fc.record({ kind: fc.constantFrom('deliver', 'send', 'leave', 'mine', 'theirs') }),
)

test('however typing, agents and slow messages fall together: no text is typed over that the user did not see', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), events => {
      let held = 'a'
      let live = untouched(held)
      let mine: string | undefined
      const inbox: ((live: LiveText) => LiveText)[] = []
      const send = () => {
        const next = toSend(live)
        if (!next) return
        const known = live.base
        live = sending(live, next)
        const isTaken = next.was === held
        if (isTaken) {
          equal(held, known)
          held = next.text
          const value = held
          inbox.push(before => followed(before, value))
        }
        inbox.push(before => (isTaken ? taken(before) : refusedWith(before, 'changed', true)))
      }
      const deliver = () => {
        live = inbox.shift()?.(live) ?? live
      }
      for (const step of events) {
        if (step.kind === 'type') {
          live = typed(live, step.text)
          mine = step.text
        } else if (step.kind === 'agent') {
          held = step.text
          inbox.push(before => overtaken(before, step.text, 'robot'))
        } else if (step.kind === 'deliver') deliver()
        else if (step.kind === 'send') send()
        else if (step.kind === 'leave') {
          live = left(live)
          mine = undefined
        } else if (live.conflict) {
          live = step.kind === 'mine' ? chosen(live, live.text, false) : chosen(live, live.base, false)
          mine = undefined
        }
        if (mine !== undefined) equal(live.text, mine)
      }
      for (let turns = 0; turns < 200 && (inbox.length > 0 || isUnsettled(live)); turns++) {
        send()
        deliver()
      }
      equal(live.base, held)
      ok(live.conflict !== undefined || left(live).text === held)
    }),
    { numRuns: 3000 },
  )
})
