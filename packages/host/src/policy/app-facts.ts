/** What a host knows of the app that it read. */

/** The app by its descriptor; `instance` never reaches an agent (EL-9.2-full-name). */
export type AppFacts = { bundleId: string; name: string; instance: string }
