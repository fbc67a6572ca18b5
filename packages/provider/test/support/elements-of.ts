/** An elements face to look at: what it answers, and what it tells its developer. */
import {
  type ContentBlock,
  type Location,
  type TreeElement,
  validateAnswer,
  walk,
} from '@copane/protocol/elements'
import {
  type AppElement,
  type AppFinding,
  createElements,
  type ElementsOptions,
  type LocateOutcome,
} from '../../src/index.js'

/** An app with some things in it. */
export const app = (...children: AppElement[]): AppElement => ({
  id: 'app',
  role: 'Application',
  title: 'Pad',
  children,
})

/** Whatever a test wants to pass off as an element. */
export function passedOff(value: unknown): AppElement {
  if (isPassed<AppElement>(value)) return value
  throw new Error('never')
}

/** Whatever a test wants to pass off as a place. */
export function passedOffPlace(value: unknown): Location {
  if (isPassed<Location>(value)) return value
  throw new Error('never')
}

/** Whatever a test wants to pass off as a content block. */
export function passedOffBlock(value: unknown): ContentBlock {
  if (isPassed<ContentBlock>(value)) return value
  throw new Error('never')
}

const isPassed = <Type>(value: unknown): value is Type => value !== isPassed

/** A face with its findings. */
export type Face = {
  findings: AppFinding[]
  /** The rules that were broken, each as `rule place id`, in the order in which they were told. */
  told(): string[]
  /** The root of the answer; undefined where there was none. */
  root(): Promise<TreeElement | undefined>
  text(): Promise<string | undefined>
  locate(id: string): Promise<LocateOutcome | 'not offered'>
}

/** Makes a face in development mode. */
export function faceOf(options: Omit<ElementsOptions, 'instance' | 'onFindings'>): Face {
  const findings: AppFinding[] = []
  const elements = createElements({
    instance: 'k3f9x2',
    onFindings: all => void findings.push(...all),
    ...options,
  })
  const text = () => elements.currentText().catch(() => undefined)
  return {
    findings,
    told: () =>
      findings.map(({ requirement, at, id }) =>
        [requirement, at, ...(id === undefined ? [] : [id])].join(' '),
      ),
    text,
    async root() {
      const answer = await text()
      return answer === undefined ? undefined : JSON.parse(answer).root
    },
    locate: async id => (await elements.locate?.(id)) ?? 'not offered',
  }
}

/** The ids of a tree in the order of the app. */
export const idsIn = (root: TreeElement | undefined): string[] =>
  root ? [...walk(root)].map(({ element }) => element.id) : []

/** The rules of the protocol that an answer breaks at *must*. */
export const brokenIn = (root: TreeElement): string[] =>
  validateAnswer({ protocol: '0.2.0', instance: 'k3f9x2', root })
    .filter(({ level }) => level === 'must')
    .map(({ requirement }) => requirement)
