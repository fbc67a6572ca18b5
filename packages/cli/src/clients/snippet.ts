/** An entry as it stands in a client's configuration, for who writes it by hand. */
import { stringify as tomlText } from 'smol-toml'
import { stringify as yamlText } from 'yaml'
import { type Client, ENTRY_NAME, entryOf, type Launch } from './table.js'

/** A whole configuration that holds the entry alone. */
export function snippetOf(client: Client, launch: Launch): string {
  const whole = { [client.at]: { [ENTRY_NAME]: entryOf(client.entry, launch) } }
  switch (client.format) {
    case 'json':
    case 'jsonc':
      return JSON.stringify(whole, undefined, 2)
    case 'toml':
      return tomlText(whole).trimEnd()
    case 'yaml':
      return yamlText(whole, { lineWidth: 0 }).trimEnd()
    default:
      return client.format satisfies never
  }
}
