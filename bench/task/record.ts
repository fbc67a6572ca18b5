/** What one run of one system came to, while it runs. */
import type { Step } from './work.ts'

/** Takes down what an agent is told, and for how long it worked. */
export type Recorder = {
  /** The tools an agent is offered at the start. */
  offered: (text: string) => void
  /** One call's answer, as the agent reads it; gives it back. */
  answer: (text: string) => string
  /** Runs what the user does, off the agent's clock. */
  away: (act: () => Promise<void>) => Promise<void>
  /** Runs a step; what it throws makes the step fail. */
  step: <Result>(step: Step, body: () => Promise<Result>) => Promise<Result | undefined>
  read: () => Recorded
}

/** What was taken down. Units: milliseconds. */
export type Recorded = {
  tools: string[]
  steps: { step: Step; ms: number; answers: string[]; trouble?: string }[]
}

/** Starts a recorder; nothing is counted while it runs, so that counting costs no system time. */
export function createRecorder(): Recorder {
  const recorded: Recorded = { tools: [], steps: [] }
  let awayMs = 0
  return {
    offered: text => void recorded.tools.push(text),
    answer(text) {
      recorded.steps.at(-1)?.answers.push(text)
      return text
    },
    async away(act) {
      const began = performance.now()
      await act()
      awayMs += performance.now() - began
    },
    async step(step, body) {
      const taken: Recorded['steps'][number] = { step, ms: 0, answers: [] }
      recorded.steps.push(taken)
      const began = performance.now()
      awayMs = 0
      try {
        return await body()
      } catch (error) {
        taken.trouble = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it threw'
        return undefined
      } finally {
        taken.ms = performance.now() - began - awayMs
      }
    },
    read: () => recorded,
  }
}
