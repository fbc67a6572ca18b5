/** Bridge servers that break a rule while their app lives. */
import { type BrokenLife, brokenLife } from '../planted.ts'
import { failure, toolResult } from '../peers/bridge.ts'
import type { Fields } from '../peers/mcp.ts'
import { operable, tool } from '../peers/world.ts'
import { BROKEN_EFFECTS } from './broken-effects.ts'
import {
  allTools,
  copies,
  FIRST,
  lastSubscribed,
  listing,
  lowestFree,
  showing,
  stale,
  succeeding,
  telling,
  tellingEarly,
  toAll,
  toolsOfPane,
  torn,
} from './flaws.ts'

const BROKEN_CHANGES: readonly BrokenLife[] = [
  brokenLife(
    'GB-6-after-effect',
    'changes are not told',
    telling((world, what) => toAll(world, what, () => what !== 'updated')),
  ),
  brokenLife('GB-6-after-effect', 'a change is told before it is there', tellingEarly('updated')),
  brokenLife('GB-7.1-version-rises', "the user's edit leaves the version as it was", {
    ways: {
      edit(_world, pane, text) {
        pane.text = text
        if (!text.startsWith('Edit')) pane.version++
      },
    },
  }),
  brokenLife('GB-7.1-version-rises', 'a version that falls', {
    ways: {
      edit(_world, pane, text) {
        pane.text = text
        pane.version += text.startsWith('Edit') ? -1 : 1
      },
    },
  }),
  brokenLife('GB-8.3-consistent', 'windows and operable ids of two moments', { each: torn }),
  brokenLife(
    'GB-5.1-visible-available',
    'a blocked window keeps its tools',
    listing((_, world) => [tool('app__open', {}, []), ...world.panes.flatMap(toolsOfPane)]),
  ),
  brokenLife(
    'GB-5.1-visible-available',
    'what is unavailable is listed all the same',
    listing((_, world) =>
      allTools(
        world,
        world.panes.map(pane => ({ ...pane, canSave: true })),
      ),
    ),
  ),
  brokenLife('GB-5.1-visible-available', 'a tool that is listed is refused', {
    answers: {
      success: content =>
        content.message === 'Looked.'
          ? failure('action_not_available')
          : { result: toolResult(content, false) },
    },
  }),
  brokenLife(
    'GB-5.1-visible-available',
    'a list that changes is not told',
    telling((world, what) => toAll(world, what, (_, subscribed) => what === 'updated' && subscribed)),
  ),
  brokenLife(
    'GB-5.1-visible-available',
    'a list that changes is told before it does',
    tellingEarly('list_changed'),
  ),
  brokenLife('GB-4.5-sensitive', 'what was typed is shown', {
    ...showing(({ secret }) => ({ summary: `A card ${secret}.` })),
  }),
  brokenLife('GB-4.5-sensitive', 'what was typed is in an error', {
    answers: {
      refuse: (code, more, { panes }) => failure(code, { ...more, message: `No: ${panes[0]?.secret}` }),
    },
  }),
  brokenLife(
    'GB-4.5-sensitive',
    'what was typed is in a result',
    succeeding((content, { panes }) => ({ ...content, result: { card: panes[0]?.secret } })),
  ),
]

const BROKEN_WINDOWS: readonly BrokenLife[] = [
  brokenLife(
    'GB-2-window-unit',
    'a tool of a block',
    listing(tools => [...tools, ...tools.slice(1, 2).map(blockTool)]),
  ),
  brokenLife('GB-2-window-unit', 'a second window of a kind takes the place of the first', {
    ways: {
      open(world) {
        world.panes = world.panes.filter(({ title }) => title !== FIRST.title)
        const opened = { ...FIRST, id: world.ways.mintId(world) }
        world.panes.push(opened)
        return opened
      },
    },
  }),
  brokenLife('GB-1.3-sole-authority', 'a call says blocked where the list says operable', {
    answers: {
      refuse: (code, more, { panes }, name) =>
        failure(
          code === 'action_not_available' && name.startsWith(`${panes[1]?.id}__`) ? 'blocked_by_modal' : code,
          more,
        ),
    },
  }),
  brokenLife(
    'GB-1.3-sole-authority',
    'each window says once more whether it is operable',
    showing(({ id }, world) => ({ operable: operable(world).includes(id) })),
    { 'GB-1.3-sole-authority': 'warned' },
  ),
  brokenLife(
    'GB-9-large-data',
    'the rest of a table comes from nowhere',
    listing((tools, { panes }) => tools.filter(({ name }) => name !== `${panes[1]?.id}__look`)),
  ),
  brokenLife('GB-12.5-closing', 'a closed window stays listed', {
    ways: {
      close(_world, pane) {
        pane.text = 'Closed'
        pane.version++
      },
    },
  }),
  brokenLife('GB-12.5-closing', 'closing changes the list of resources', {
    ways: {
      close(world, closing) {
        world.panes = world.panes.filter(pane => pane !== closing)
        toAll(world, 'resources/list_changed', () => true)
      },
    },
  }),
  brokenLife('GB-10.3-never-reused', 'the lowest free number is the next id', {
    ways: { mintId: lowestFree },
  }),
  brokenLife(
    'GB-10.3-never-reused',
    'blocks are numbered anew with every window',
    showing((_, { panes }) => ({ blocks: [{ type: 'text', id: `b${panes.length}`, text: 'Text' }] })),
    { 'GB-10.3-never-reused': 'failed' },
  ),
  brokenLife(
    'GB-10.3-never-reused',
    'a later run counts from the start again',
    { firstId: () => 500 },
    { 'GB-10.3-never-reused': 'warned' },
  ),
]

function blockTool(entry: Fields): Fields {
  const [handle] = String(entry.name).split('__')
  return { ...entry, name: `${handle}__b1__click` }
}

const BROKEN_SESSIONS: readonly BrokenLife[] = [
  brokenLife(
    'GB-10.1-shared-state',
    'a connection does not see the writes of another',
    { each: copies },
    {
      'GB-10.1-shared-state': 'failed',
      // The version that a connection reads is never the present one, so no write of it takes effect.
      'GB-10.1-serialised': 'not-run',
      'GB-8.2-realign': 'failed',
    },
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'the connection that came last is told alone',
    telling((world, what) =>
      toAll(world, what, (at, subscribed) =>
        what === 'updated' ? subscribed && at === lastSubscribed(world) : true,
      ),
    ),
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'a connection is told that did not subscribe',
    telling((world, what) => toAll(world, what, () => true)),
  ),
  brokenLife(
    'GB-10.1-broadcast',
    'a list that changes is told to one',
    telling((world, what) =>
      toAll(world, what, (at, subscribed) => (what === 'updated' ? subscribed : at === 0)),
    ),
  ),
  brokenLife('GB-8.2-realign', 'the first read of a connection is as old as the server', { each: stale }),
]

export const BROKEN_LIVES: readonly BrokenLife[] = [
  ...BROKEN_EFFECTS,
  ...BROKEN_CHANGES,
  ...BROKEN_WINDOWS,
  ...BROKEN_SESSIONS,
]
