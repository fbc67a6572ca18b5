/** Tells pages of what agents do, gathered: an agent that reads a hundred times a second is one message. */
import type { Activity, ActivityEvent } from './activity.js'

const EVERY_MS = 200
const MAX_EVENTS = 50

/** Publishes events at most a few times a second, the newest ones; gives back the way to stop that. */
export function publishActivity(
  activity: Activity,
  publish: (events: readonly ActivityEvent[]) => void,
): () => void {
  let gathered: ActivityEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let last = -EVERY_MS
  const tell = () => {
    timer = undefined
    last = performance.now()
    publish(gathered.splice(0))
  }
  const stop = activity.watch(event => {
    gathered = [...gathered.slice(-(MAX_EVENTS - 1)), event]
    timer ??= setTimeout(tell, Math.max(0, EVERY_MS - (performance.now() - last)))
    timer.unref()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
