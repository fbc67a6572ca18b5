/** The addresses of this machine at which a loopback listener must not answer. */
import { networkInterfaces } from 'node:os'

/**
 * Every address of this machine but 127.0.0.1.
 *
 * Shape   with 127.0.0.2 on Linux, where the whole of 127/8 is this machine; without link-local ones, which need
 *         the name of an interface.
 */
export function otherAddresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(({ address }) => address))
  const extra = process.platform === 'linux' ? ['127.0.0.2', '::1'] : ['::1']
  const addresses = new Set([...extra, ...own])
  return [...addresses].filter(address => address !== '127.0.0.1' && !address.startsWith('fe80:'))
}
