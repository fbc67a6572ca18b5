/** A process of its own that adds denials one after the other; killed at any moment by the test. */
import { openSettings } from '@copane/host/node'

const [folder = '', name = '', count = '0'] = process.argv.slice(2)
const settings = openSettings({ folder, waitMs: 30_000 })
for (let at = 0; at < Number(count); at++) {
  const outcome = await settings.deny({ subrole: `${name}-${at}` })
  if (outcome.kind === 'changed') process.stdout.write(`${name}-${at}\n`)
  else process.stderr.write(`${outcome.message}\n`)
}
