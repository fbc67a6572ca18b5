/** What makes a run of all properties short and the same each time, for trying mutants. */
import fc from 'fast-check'

fc.configureGlobal({ seed: 7, interruptAfterTimeLimit: 500 })
