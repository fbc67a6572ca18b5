/** The side of a child: does what the process that started it asks, and ends with it. */

/** What a child can do, by name; the argument is JSON. */
export type Commands = { [command: string]: (argument: never) => unknown }

/** What the process that started this one gave it. */
export function optionsGiven<Options>(): Options {
  const options: Options = JSON.parse(process.argv[2] ?? '{}')
  return options
}

/** Serves until the other side is gone. */
export function serveCommands(commands: Commands): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', (text: unknown) => {
    const question: { id: number; command: string; argument: never } = JSON.parse(String(text))
    void answerTo(commands, question)
  })
}

async function answerTo(
  commands: Commands,
  { id, command, argument }: { id: number; command: string; argument: never },
): Promise<void> {
  try {
    const result = await commands[command]?.(argument)
    process.send?.(JSON.stringify({ id, result: result ?? null }))
  } catch (error) {
    process.send?.(JSON.stringify({ id, error: error instanceof Error ? error.message : 'failed' }))
  }
}

/** What the process holds once all garbage is collected: when another collection finds nothing more. Units: bytes. */
export async function memoryNow(): Promise<Memory> {
  let held = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 40; turn++) {
    await new Promise(resolve => setTimeout(resolve, 50))
    globalThis.gc?.()
    const { heapUsed } = process.memoryUsage()
    if (turn > 3 && heapUsed > held * 0.998) break
    held = heapUsed
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, rss }
}

/** Units: bytes. */
export type Memory = { heap: number; external: number; rss: number }

/** A time that every process of this machine reads from the same clock. Units: milliseconds. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** The processor time that this process took so far. Units: milliseconds. */
export function cpuMsNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
