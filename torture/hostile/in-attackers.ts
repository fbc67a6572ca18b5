/** Clients that mean harm, in a process of their own, at a stated rate. */
import { optionsGiven, serveCommands } from '../lib/serve-commands.ts'
import { initialize, send, type Target } from '../lib/raw.ts'
import { type Attack, ATTACKS } from './attacks.ts'

/** What one kind of attack did: tries that were made, and those left out because too many were under way. */
export type Tally = { [name: string]: { made: number; skipped: number } }

/** What an attacker is given: where the app is, and a tool that exists. */
export type Prey = Target & { tool: string }

const TICK_MS = 20
/** So many of one kind may be under way. */
const MAX_UNDER_WAY = 200

const prey = optionsGiven<Prey>()
const over = { now: new AbortController() }
const tally: Tally = {}
let stopAll: (() => void)[] = []

serveCommands({
  /** Fills the table of sessions, so that no later one makes it larger. */
  sessions: async (wanted: number) => {
    let left = wanted
    const open = async (): Promise<void> => {
      while (left-- > 0) await send(prey, initialize(prey))
    }
    await Promise.all(Array.from({ length: 8 }, open))
  },
  start: () => {
    over.now = new AbortController()
    for (const name of Object.keys(tally)) delete tally[name]
    stopAll = ATTACKS.map(attack => run(attack, over.now.signal))
  },
  stop: () => {
    over.now.abort()
    for (const stop of stopAll) stop()
    return tally
  },
  cpuMs: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
})

/** Keeps to its rate, in bursts where the attack has them; one that holds has no more than so many at a time. */
function run({ name, perSecond, burst = 1, hold, make }: Attack, signal: AbortSignal): () => void {
  const own = (tally[name] = { made: 0, skipped: 0 })
  let underWay = 0
  let owed = 0
  let last = performance.now()
  const one = (): void => {
    if (hold !== undefined && underWay >= hold) return
    if (underWay >= MAX_UNDER_WAY && hold === undefined) return void own.skipped++
    own.made++
    underWay++
    const done = (): void => void underWay--
    make(prey, signal).then(done, done)
  }
  const timer = setInterval(() => {
    const now = performance.now()
    owed += (perSecond * (now - last)) / 1000
    last = now
    if (owed < burst) return
    for (; owed >= 1; owed--) one()
  }, TICK_MS)
  return () => clearInterval(timer)
}
