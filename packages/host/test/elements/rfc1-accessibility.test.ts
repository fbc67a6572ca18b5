import { deepEqual, equal } from 'node:assert/strict'
import { parseOutline, type TreeElement } from '@copane/protocol/elements'
import { verifies } from '../../../../test/support/verifies.ts'
import {
  type AccessibilitySource,
  type AccessibleTree,
  readAccessible,
} from '../../src/elements/accessibility.ts'

/** What interfaces told of real kinds of app, as public reports describe it. */
const TRACES = {
  /** A web view before anybody asked for its tree: frames, nothing in them. */
  silent: 'app Application "Chat"\n  w Window "Chat"\n    f Group\n      g Group',
  /** The same one half a second after it was asked. */
  awake: 'app Application "Chat"\n  w Window "Chat"\n    f Group\n      t Text "Hello"',
  editor: 'app Application "Notes"\n  w Window "Note" focused\n    t Text "Body" focused',
  windowless: 'app Application "Notes"',
  bare: 'app Application "Notes"\n  w Window "Note"',
}

function tree(trace: string, missed = 0): AccessibleTree {
  const outline = parseOutline(trace)
  if (outline.kind !== 'tree') throw new Error('not an outline')
  return { kind: 'tree', root: outline.root, missed }
}

/** Tells one thing after the other; the last one stays. */
function source(...told: AccessibleTree[]): AccessibilitySource & { log: string[] } {
  const log: string[] = []
  return {
    log,
    read: async () => {
      log.push('read')
      const [next] = told.length > 1 ? told.splice(0, 1) : told
      return next ?? { kind: 'absent' }
    },
    enable: async () => {
      log.push('enable')
      return true
    },
  }
}

const open = () => new AbortController().signal
const incompleteOf = async (from: AccessibilitySource) => {
  const outcome = await readAccessible(from, 1, open())
  return outcome.kind === 'answer' ? outcome.incomplete : outcome.kind
}

verifies(
  'EL-rfc1-accessibility',
  'the tree has the shape of a provider’s answer, checked like one',
  async () => {
    const outcome = await readAccessible(source(tree(TRACES.editor)), 1, open())
    deepEqual(
      outcome.kind === 'answer' && [outcome.root.children?.[0]?.children?.[0]?.title, outcome.incomplete],
      ['Body', undefined],
    )
  },
)

verifies('FR-63', 'an app that makes its tree on demand is asked for it, once', async () => {
  const chat = source(tree(TRACES.silent), tree(TRACES.awake))
  equal(await incompleteOf(chat), undefined)
  deepEqual(chat.log, ['read', 'enable', 'read'])
})

for (const trace of ['silent', 'windowless', 'bare'] as const)
  verifies('FR-63', `${trace}: an app that goes on telling nothing is not said to show nothing`, async () => {
    const mute = source(tree(TRACES[trace]))
    equal(await incompleteOf(mute), 'empty')
    deepEqual(mute.log, ['read', 'enable', 'read'])
  })

verifies('FR-63', 'an app that the interface does not know is asked for once too', async () => {
  const late = source({ kind: 'absent' }, tree(TRACES.editor))
  equal(await incompleteOf(late), undefined)
  const never = source({ kind: 'absent' })
  equal(await incompleteOf(never), 'absent')
  deepEqual(never.log, ['read', 'enable', 'read'])
})

verifies('FR-63', 'an app that cannot be asked keeps what it told', async () => {
  const refuses = { ...source(tree(TRACES.silent)), enable: async () => false }
  equal(await incompleteOf(refuses), 'empty')
  const fails = {
    ...source(tree(TRACES.silent)),
    enable: () => {
      throw new Error('x')
    },
  }
  equal(await incompleteOf(fails), 'empty')
})

verifies('FR-63', 'an app that told something is left alone', async () => {
  const editor = source(tree(TRACES.editor))
  await incompleteOf(editor)
  deepEqual(editor.log, ['read'])
})

verifies('FR-11', 'parts that vanished while they were read are missing, and the rest is told', async () => {
  equal(await incompleteOf(source(tree(TRACES.editor, 3))), 'parts-missing')
})

verifies('D-16', 'a tree that is too deep is cut and says so', async () => {
  let element: TreeElement = { id: 'e0', role: 'Text', title: 'x' }
  for (let at = 1; at < 200; at++) element = { id: `e${at}`, role: 'Group', children: [element] }
  const root = {
    id: 'app',
    role: 'Application',
    title: 'A',
    children: [{ id: 'w', role: 'Window', children: [element, { id: 't', role: 'Text' }] }],
  }
  equal(await incompleteOf(source({ kind: 'tree', root, missed: 0 })), 'cut')
})

const nonsense = [undefined, null, 7, [], {}, { id: 'a', role: 'Window' }]
for (const root of nonsense)
  verifies('D-15', `${JSON.stringify(root)} for a tree is refused`, async () => {
    equal(await incompleteOf(source({ kind: 'tree', root, missed: 0 })), 'refused')
  })

verifies('EL-9.2-never-wait', 'a source that throws is gone, one that hangs is late', async () => {
  const throws: AccessibilitySource = {
    ...source(),
    read: () => {
      throw new Error('x')
    },
  }
  equal((await readAccessible(throws, 1, open())).kind, 'gone')
  const hangs: AccessibilitySource = { ...source(), read: () => new Promise(() => {}) }
  equal((await readAccessible(hangs, 1, AbortSignal.abort())).kind, 'late')
})

verifies(
  'EL-9.2-never-wait',
  'what was read before the deadline stays, when enabling takes too long',
  async () => {
    const deadline = new AbortController()
    const slow: AccessibilitySource = {
      ...source(tree(TRACES.silent)),
      enable: () => {
        deadline.abort()
        return new Promise(() => {})
      },
    }
    const outcome = await readAccessible(slow, 1, deadline.signal)
    equal(outcome.kind === 'answer' && outcome.incomplete, 'empty')
  },
)
