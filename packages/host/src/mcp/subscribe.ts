/** Hearing of changes in both eras: `resources/subscribe` with its standing stream, or `subscriptions/listen`. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, McpSubscription } from '@modelcontextprotocol/client'
import type { Listener, Reply, Subscription } from '../wire/connection.js'
import { afterBreak } from '../wire/pauses.js'
import type { Exchanges } from './exchange.js'
import { noReplyOf } from './no-reply.js'
import type { StreamWatch } from './stream-watch.js'

/** What a subscription of one connection needs. */
export type Subscriber = { client: Client; exchanges: Exchanges; watch: StreamWatch }

/**
 * Subscribes one listener to a resource and to the list of tools.
 *
 * Shape   one subscription a connection: a second takes the place of the first.
 * Errors  none: a server that offers neither way answers `error`.
 * Source  GB §6, §8.2, §12.1 · GB-8.2-realign · D-02, D-40
 */
export function subscribe(
  subscriber: Subscriber,
  uri: string,
  listener: Listener,
  deadline?: AbortSignal,
): Promise<Reply<Subscription>> {
  const { client, exchanges } = subscriber
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    if (params.uri === uri) exchanges.outside(listener.updated)
  })
  client.setNotificationHandler('notifications/tools/list_changed', () =>
    exchanges.outside(listener.listChanged),
  )
  return client.getProtocolEra() === 'modern'
    ? exchanges.outside(() => subscribeModern(subscriber, uri, listener, deadline))
    : subscribeLegacy(subscriber, uri, listener, deadline)
}

/** What comes on the stream after `stop` is for nobody. */
function stopHearing(client: Client): void {
  client.removeNotificationHandler('notifications/resources/updated')
  client.removeNotificationHandler('notifications/tools/list_changed')
}

async function subscribeLegacy(
  { client, exchanges, watch }: Subscriber,
  uri: string,
  listener: Listener,
  deadline: AbortSignal | undefined,
): Promise<Reply<Subscription>> {
  const ask = (method: 'resources/subscribe' | 'resources/unsubscribe', until?: AbortSignal) =>
    exchanges.run(signal => client.request({ method, params: { uri } }, { signal }), until)
  const reply = await ask('resources/subscribe', deadline)
  if (reply.kind !== 'answer') return reply
  const stopListening = watch.listen({ opened: listener.updated, gone: listener.ended })
  listener.updated()
  return {
    kind: 'answer',
    result: {
      stop: async () => {
        stopListening()
        stopHearing(client)
        await ask('resources/unsubscribe', AbortSignal.timeout(STOP_MS))
      },
    },
  }
}

/** How long the goodbye to a server may take. Units: milliseconds. */
const STOP_MS = 500

async function subscribeModern(
  { client, watch }: Subscriber,
  uri: string,
  listener: Listener,
  deadline: AbortSignal | undefined,
): Promise<Reply<Subscription>> {
  const over = new AbortController()
  const open = () =>
    client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] }, { signal: over.signal })
  const onDeadline = () => over.abort()
  if (deadline?.aborted) return { kind: 'late' }
  deadline?.addEventListener('abort', onDeadline, { once: true })
  try {
    const first = await open()
    void keepOpen(first, open, listener, watch, over.signal)
  } catch (error) {
    return deadline?.aborted ? { kind: 'late' } : noReplyOf(error)
  } finally {
    deadline?.removeEventListener('abort', onDeadline)
  }
  return {
    kind: 'answer',
    result: {
      stop: async () => {
        over.abort()
        stopHearing(client)
      },
    },
  }
}

/** Opens the stream again each time it broke, until it is stopped or not worth another try. */
async function keepOpen(
  first: McpSubscription,
  open: () => Promise<McpSubscription>,
  listener: Listener,
  watch: StreamWatch,
  over: AbortSignal,
): Promise<void> {
  let stream: McpSubscription | undefined = first
  for (let breaks = 0; !over.aborted && !watch.isGone(); ) {
    const openedAt = performance.now()
    if (stream) {
      listener.updated()
      if ((await stream.closed) === 'local') break
    }
    const { count, pauseMs } = afterBreak(breaks, stream ? performance.now() - openedAt : 0)
    if (pauseMs === undefined) break
    breaks = count
    await pause(pauseMs, undefined, { signal: over }).catch(() => {})
    stream = over.aborted ? undefined : await open().catch(() => undefined)
  }
  if (!over.aborted) listener.ended()
}
