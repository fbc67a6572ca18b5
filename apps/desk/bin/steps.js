#!/usr/bin/env node
/** Starts a driver of the desk for the conformance kit. */
import { existsSync } from 'node:fs'

const main = new URL('../dist/steps/main.js', import.meta.url)

if (!existsSync(main)) {
  console.error('desk is not built: run `npm run build`')
  process.exit(2)
}
await import(main.href)
