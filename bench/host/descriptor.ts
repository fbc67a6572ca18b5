/** A descriptor such as apps write, for what is only looked at. */
import { ELEMENTS_PROTOCOL } from '@copane/protocol/elements'

/** One of many; each has a token of its own. */
export const descriptor = (at: number, port: number, pid: number): object => ({
  protocol: ELEMENTS_PROTOCOL,
  bundleId: `org.example.App${at}`,
  name: `App ${at}`,
  version: '1.2.0',
  instance: `live${at}`,
  endpoint: `http://127.0.0.1:${port}/elements`,
  token: String(at).padStart(43, 't'),
  pid,
  pidStart: undefined,
})
