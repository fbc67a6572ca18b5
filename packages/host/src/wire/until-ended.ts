/** A connection that asks nobody any more once it is over. */
import type { Connection, Reply } from './connection.js'

/**
 * The connection, until it is closed or its app has ended: from then on everything that is asked is `gone` at once.
 *
 * Shape   `hasEnded` tells of an app whose end the connection sees, such as a program that it started.
 */
export function untilEnded(connection: Connection, hasEnded: () => boolean = () => false): Connection {
  let isClosed = false
  const unlessEnded =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Reply<Result>>) =>
    (...args: Args): Promise<Reply<Result>> =>
      isClosed || hasEnded() ? Promise.resolve({ kind: 'gone' }) : ask(...args)
  return {
    about: connection.about,
    readResource: unlessEnded(connection.readResource),
    listTemplates: unlessEnded(connection.listTemplates),
    listTools: unlessEnded(connection.listTools),
    callTool: unlessEnded(connection.callTool),
    subscribe: unlessEnded(connection.subscribe),
    close: async () => {
      if (isClosed) return
      isClosed = true
      await connection.close()
    },
  }
}
