/** What this client says of itself and of the protocol it speaks (D-02). */

/** The revision that a modern connection is pinned to. */
export const MODERN = '2026-07-28'

/** What an app shows of this client, unless it is told otherwise (D-54). */
export const CLIENT_NAME = 'copane'

/** The version of this client. */
export const VERSION = '0.1.0'

/** The bytes of a message that carries so many of a resource's text, which is escaped once more inside it. */
export const messageBytes = (maxBytes: number): number => maxBytes * 2 + 64 * 1024
