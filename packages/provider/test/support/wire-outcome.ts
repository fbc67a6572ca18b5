/** What a raw request came to, for tables of requests. */
import { ok } from 'node:assert/strict'
import { type RawRequest, requestText, sendBytes } from './raw.js'

/** Stands in every place of a request that an error could repeat. */
export const C = 'canary-7f3a'

/** The status, and the code of the error or that there is a result. */
export type Outcome = [status: number, code: number | 'result' | undefined]

/** Sends a request to the bridge of a pad that runs; fails when the answer repeats it. */
export async function outcomeOf(
  { port, bridgeToken }: { port: number; bridgeToken: string },
  request: RawRequest,
): Promise<Outcome> {
  const reply = await sendBytes(port, requestText(port, bridgeToken, request))
  ok(!reply.text.includes(C), 'the request is repeated')
  const [, code] = /"error":\{"code":(-?\d+)/.exec(reply.bodies) ?? []
  const isResult = reply.bodies.includes('"result":')
  return [reply.statuses[0] ?? 0, code === undefined ? (isResult ? 'result' : undefined) : Number(code)]
}
