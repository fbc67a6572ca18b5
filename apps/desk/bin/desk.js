#!/usr/bin/env node
/** Starts the demo app from its build. */
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)

if (!existsSync(main)) {
  console.error('desk is not built: run `npm run build`')
  process.exit(2)
}
await import(main.href)
