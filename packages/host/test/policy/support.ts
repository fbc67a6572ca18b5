/** What the tests of policy and consent stand on: trees in the outline notation, an app, settings. */
import { parseOutline, type TreeElement } from '@copane/protocol/elements'
import type { AppFacts } from '../../src/policy/app-facts.ts'
import { decide, type DecideOptions } from '../../src/policy/decide.ts'
import { type Given, trim, type TrimOptions } from '../../src/policy/trim.ts'
import { type Consent, DEFAULT_SETTINGS, type DenyRule } from '../../src/consent/settings.ts'

export const EDITOR: AppFacts = { bundleId: 'org.x.Editor', name: 'Editor', instance: 'run-1' }

export const ALLOWED: Consent = { kind: 'settings', settings: DEFAULT_SETTINGS }

export const denying = (...deny: DenyRule[]): Consent => ({
  kind: 'settings',
  settings: { ...DEFAULT_SETTINGS, deny },
})

export function tree(outline: string, changes: { [id: string]: Partial<TreeElement> } = {}): TreeElement {
  const parsed = parseOutline(outline)
  if (parsed.kind === 'misread') throw new Error(parsed.message)
  const open = [parsed.root]
  for (let at = open.pop(); at; at = open.pop()) {
    Object.assign(at, changes[at.id])
    open.push(...(at.children ?? []))
  }
  return parsed.root
}

export function give(
  root: TreeElement,
  options: DecideOptions & TrimOptions = {},
  consent: Consent = ALLOWED,
): Given {
  const decided = decide(root, EDITOR, consent, options)
  if (decided.kind !== 'decided') throw new Error(decided.message)
  const trimmed = trim(decided, EDITOR, options)
  if (trimmed.kind !== 'given') throw new Error(`does not fit: needs ${trimmed.needs}`)
  return trimmed
}

/** The elements of what was given, as an outline. */
export function linesOf({ text }: Given): string[] {
  return (text.split('\n\n')[1] ?? '').split('\n')
}

/** An editor: one document with a passage selected, one in a background tab, one beside it. */
export const TWO_FILES = `app Application "Editor"
  w-1 Window focused
    doc-1 Document:markdown "draft.md" focused = "All of the draft, with the chosen words in it, and more."
      sel-1 Text selected = "the chosen words"
      p-1 Text = "a paragraph nearby"
    doc-2 Document:markdown "notes.md" hidden = "text of the hidden notes"
  w-2 Window
    doc-3 Document "plan.md" = "text of the plan"`
