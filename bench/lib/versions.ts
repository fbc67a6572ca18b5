/** The versions of what is measured and of what it runs on. */
import { readFileSync } from 'node:fs'

/** Node, V8 and the named packages of the MCP SDK. */
export const versions = (...sdk: readonly ('server' | 'client')[]): { [name: string]: string } => ({
  node: process.versions.node,
  v8: process.versions.v8,
  ...Object.fromEntries(sdk.map(name => [`mcp-${name}`, versionOf(`@modelcontextprotocol/${name}`)])),
})

/** What the manifest of an installed package says. */
export function versionOf(name: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../node_modules/${name}/package.json`, 'utf8'),
  )
  return manifest.version
}
