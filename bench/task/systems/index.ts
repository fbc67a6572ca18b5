/** Every system that does the work, and those that can not yet. */
import { devtools } from './devtools.ts'
import { gateway } from './gateway.ts'
import { attach, host } from './host.ts'
import { native, relay } from './page-tools.ts'
import { playwright, playwrightLean } from './playwright.ts'
import type { System } from './system.ts'

/** In the order in which they take turns. */
export const SYSTEMS: readonly System[] = [
  host,
  relay,
  gateway,
  attach,
  playwright,
  devtools,
  native,
  playwrightLean,
]

/** Those that need Chromium's own WebMCP. */
export const NEEDS_NATIVE: readonly string[] = [native.name]

/** Told beforehand where things are; measured, but no peer to be held against. */
export const LEAN: readonly string[] = [playwrightLean.name]
