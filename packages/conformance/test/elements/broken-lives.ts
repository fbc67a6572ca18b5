/** Providers that break a rule while their user works, or when they start again. */
import { type BrokenLife, brokenLife } from '../planted.ts'
import type { Sight } from '../peers/living-elements.ts'

const lowestFree = ({ sheets, passage }: Sight): string => {
  const used = new Set([...sheets.flatMap(({ id, document }) => [id, document]), passage?.id])
  for (let at = 1; ; at++) if (!used.has(`e-${at}`)) return `e-${at}`
}

/** A correct one mints two ids for a window; both must differ. */
const reusing = {
  mintId(sight: Sight): string {
    const low = lowestFree(sight)
    sight.ids++
    return sight.ids % 2 === 0 ? `${low}-d` : low
  },
}

export const BROKEN_LIVES: readonly BrokenLife[] = [
  brokenLife('EL-9.1-id-stable', 'the selection has one id, whatever is selected', {
    sight: { mintPassage: () => 'selection' },
  }),
  brokenLife('EL-9.1-id-stable', 'the ids of a closed window are given out again', { sight: reusing }),
  brokenLife('EL-4.2-gone', 'an error for what was closed', { sight: { gone: () => undefined } }),
  brokenLife('EL-4.2-gone', 'a closed window is off the screen', {
    sight: { gone: () => ({ state: 'offscreen' }) },
  }),
  brokenLife('EL-5.3-only-true', 'a false state once there is a second window', {
    sight: { show: (root, { sheets }) => (sheets.length > 1 ? { ...root, selected: false } : root) },
  }),
  brokenLife('EL-6-location', 'what is selected is visible in no rectangle', {
    sight: {
      place: ({ passage }, id) => ({
        state: 'visible',
        rects: id === passage?.id ? [] : [{ x: 1, y: 2, w: 30, h: 4 }],
      }),
    },
  }),
  brokenLife('EL-4.1-instance', 'one instance for every run', { instance: () => 'r4nd0m' }),
  brokenLife('EL-8-descriptor', 'the file stays when the app quits', { quit: () => {} }),
  brokenLife('EL-sec-no-log', 'a token is logged', {
    sight: { log: () => 'authorization: Bearer peer-elements-token-0123456789\n' },
  }),
  brokenLife('EL-sec-no-log', 'selected words are logged', {
    sight: { log: ({ passage }) => `current: ${passage?.text}\n` },
  }),
  brokenLife(
    'EL-sec-no-log',
    'titles are logged',
    { sight: { log: ({ sheets }) => `current: ${sheets[0]?.title}\n` } },
    { 'EL-sec-no-log': 'warned' },
  ),
]
