/** The elements face of an app: what `current` and `locate` answer (elements §4). */
import {
  ELEMENTS_PROTOCOL,
  isElementId,
  LIMITS,
  type Limits,
  type Location,
  readLocation,
  TIMES,
  type TreeElement,
} from '@copane/protocol/elements'
import type { After } from '../bridge/queue.js'
import type { AppElement, AppFinding } from './app-element.js'
import { cleanTree } from './clean-tree.js'
import type { Shrink } from './content.js'
import type { Ids } from './ids.js'
import { createCalls } from './in-time.js'
import { type Found, judgeAnswer } from './judge-answer.js'
import type { Piece } from './kept-node.js'
import { bytesOf, escapedBytes } from './kept-text.js'
import type { KeptTree } from './kept-tree.js'
import type { ManagedTree } from './managed-tree.js'
import { createRemembered } from './remembered.js'
import { createShrinking } from './shrink-content.js'
import { createTelling, failureOf, PRIVATE_ROOT, tooLarge, tooMuch } from './telling.js'
import { createWriters, type Written } from './written.js'

/** What asking for a place came to. */
export type LocateOutcome =
  | { kind: 'location'; location: Location }
  /** Never issued, ill-formed, or an element that can't be placed: all answer the same (D-07). */
  | { kind: 'unknown' }

/** What the MCP binding serves. */
export type Elements = {
  /**
   * The answer to `current` as JSON text.
   *
   * Errors  rejects, with words that say nothing of the app, when the app's own tree can't be told now.
   */
  currentText: () => Promise<string>
  /**
   * The same answer as the bytes that it is inside a JSON string, in pieces to be written one after another; what did
   * not change since the last read is not made anew. Rejects as `currentText` does.
   */
  currentEscaped?: () => Promise<readonly Uint8Array[]>
  /** Absent where positions can't be reported at all (EL-4.2-not-offered). */
  locate?: (id: string) => Promise<LocateOutcome>
}

/** What an app gives to be readable. */
export type ElementsOptions = {
  instance: string
  /** Which ids were ever issued; without them, the newest that were told are remembered. */
  ids?: Pick<Ids, 'isIssued'>
  /** The app as one tree, whose root is an Application: a function that tells it, or a tree that is kept. */
  tree: (() => AppElement | Promise<AppElement>) | ManagedTree
  /** Where an element is now; undefined for one that can't be placed. It gets the app's own object, or the kept one. */
  locate?(element: AppElement): Location | undefined | Promise<Location | undefined>
  /** Where a thing is that the tree shows no longer but that still exists, such as a passage selected before. */
  locateOther?: (id: string) => Location | undefined | Promise<Location | undefined>
  /** Which ids are private besides the elements that are marked so; in a kept tree the app marks them itself (D-45). */
  isPrivate?: (id: string) => boolean
  /** Makes a block smaller that is too large; without it, such a block is left out. */
  shrink?: Shrink
  /** What an answer may hold; a function's tree only, a kept one has its own (D-16). */
  limits?: Partial<Limits>
  /** Time, so that a function of the app that hangs holds no request; what is later than these is dropped. */
  after?: After
  currentMs?: number
  locateMs?: number
  /** In development: told what an answer breaks, before it is sent; an answer that breaks the same is told once. */
  onFindings?: (findings: AppFinding[]) => void
}

/**
 * Makes the elements face of an app.
 *
 * Shape   what is private is in no answer and no finding (D-45); what is sensitive is told without its words (D-41).
 * Errors  whatever the app's functions do is an outcome and a finding; a place is never wrong, rather unknown.
 * Source  elements §4.1, §4.2 · EL-4.2-gone, EL-4.2-never-issued, EL-4.2-cannot-place · D-07, D-14, D-16
 */
export function createElements(options: ElementsOptions): Elements {
  const { instance, tree, locate, locateOther, after, onFindings } = options
  const { currentMs = 10 * TIMES.currentMs, locateMs = 10 * TIMES.locateMs } = options
  const kept = typeof tree === 'function' ? undefined : tree.kept
  const limits: Limits = kept?.limits ?? { ...LIMITS, ...options.limits }
  const call = createCalls(after)
  const shrink = createShrinking(options.shrink, call, currentMs)
  const telling = createTelling(onFindings)
  const seen = createRemembered()
  const before = `{"protocol":${JSON.stringify(ELEMENTS_PROTOCOL)},"instance":${JSON.stringify(instance)},"root":`
  const writers = createWriters(before, limits.maxBytes)
  const isIssued = (id: string): boolean =>
    (options.ids?.isIssued(id) ?? seen.has(id)) || kept?.isRemoved(id) === true

  const fail = (findings: readonly Found[]): never => {
    telling.tell(findings.map(finding => ({ ...finding, at: finding.at ?? '$' })))
    throw new Error('The app could not say what it shows now; carry on without it.')
  }

  /** The answer of a function's tree: written at once, since nobody says what of it changed. */
  const readNow = async <Form>(
    read: () => AppElement | Promise<AppElement>,
    write: (root: TreeElement) => Written<Form> | undefined,
  ): Promise<Form> => {
    const outcome = await call(read, currentMs)
    if (outcome.kind !== 'done') return fail([failureOf('tree', outcome.kind)])
    const clean = cleanTree(outcome.value, limits, onFindings !== undefined, options.isPrivate)
    if (clean.kind === 'refused') return fail(clean.findings)
    const { root, told, findings } = clean
    const found: Found[] = [...findings]
    await Promise.all(
      clean.oversize.map(async ({ element, whole }) => {
        const { content, dropped } = await shrink(whole, limits)
        if (content.length > 0) element.content = content
        if (dropped > 0) found.push({ ...tooLarge(dropped), id: element.id })
      }),
    )
    const written = write(root)
    if (!written) return fail([tooMuch(limits.maxBytes)])
    if (!options.ids) for (const id of told) seen.add(id)
    if (onFindings)
      telling.tell(
        judgeAnswer({ protocol: ELEMENTS_PROTOCOL, instance, root }, written.bytes(), found, limits),
      )
    return written.form
  }

  const readKept = async (from: KeptTree): Promise<Piece[]> => {
    await Promise.all(
      from.oversize().map(async ({ whole, done }) => {
        const { content, dropped } = await shrink(whole, limits)
        done(content, dropped)
      }),
    )
    if (!from.isTold()) return fail([...from.findings(), ...(from.isPrivate() ? [PRIVATE_ROOT] : [])])
    const pieces = from.pieces(before, '}')
    const chars = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
    if (chars * 3 > limits.maxBytes && bytesIn(pieces) > limits.maxBytes)
      return fail([tooMuch(limits.maxBytes)])
    if (onFindings && telling.isNew(from.version())) {
      const root = from.tree()
      if (root)
        telling.tell(
          judgeAnswer(
            { protocol: ELEMENTS_PROTOCOL, instance, root },
            bytesIn(pieces),
            from.findings(),
            limits,
          ),
        )
    }
    return pieces
  }

  /** The app's element with an id: `hidden` for what it keeps private, `failed` when it can't tell its tree. */
  const lookUp = async (id: string): Promise<AppElement | 'hidden' | 'failed' | undefined> => {
    if (typeof tree !== 'function') return tree.kept.find(id)
    const outcome = await call(tree, locateMs)
    if (outcome.kind !== 'done') {
      telling.tellOfPlace([failureOf('tree', outcome.kind)])
      return 'failed'
    }
    const clean = cleanTree(outcome.value, limits, false, options.isPrivate, id)
    if (clean.kind === 'refused') return 'failed'
    return clean.hidden.has(id) ? 'hidden' : clean.sought
  }

  const place = async (
    id: string,
    ask: () => Location | undefined | Promise<Location | undefined>,
  ): Promise<LocateOutcome | undefined> => {
    const outcome = await call(ask, locateMs)
    if (outcome.kind !== 'done') {
      telling.tellOfPlace([{ ...failureOf('locate', outcome.kind), id }])
      return UNKNOWN
    }
    if (outcome.value === undefined) return undefined
    const { location, findings } = readLocation(outcome.value)
    if (findings.length > 0) telling.tellOfPlace(findings.map(finding => ({ ...finding, id })))
    return location ? { kind: 'location', location } : UNKNOWN
  }

  const locateById = async (id: string): Promise<LocateOutcome> => {
    if (!isElementId(id) || options.isPrivate?.(id)) return UNKNOWN
    const element = await lookUp(id)
    if (element === 'hidden' || element === 'failed') return UNKNOWN
    if (element) return (await place(id, () => locate?.(element))) ?? UNKNOWN
    const other = locateOther && (await place(id, () => locateOther(id)))
    return other ?? (isIssued(id) ? { kind: 'location', location: { state: 'gone' } } : UNKNOWN)
  }

  return {
    currentText: async () =>
      typeof tree === 'function'
        ? readNow(tree, writers.text)
        : (await readKept(tree.kept)).map(piece => piece.text).join(''),
    currentEscaped: async () =>
      typeof tree === 'function'
        ? readNow(tree, writers.escaped)
        : (await readKept(tree.kept)).map(escapedBytes),
    ...(locate ? { locate: locateById } : {}),
  }
}

const bytesIn = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + bytesOf(piece), 0)

const UNKNOWN: LocateOutcome = { kind: 'unknown' }
