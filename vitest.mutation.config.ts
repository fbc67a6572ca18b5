/** How mutants of the protocol package are tried: its own tests and the cases, in one process. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@copane\/protocol\/([\w-]+)$/,
        replacement: join(import.meta.dirname, 'packages/protocol/src/$1/index.ts'),
      },
      {
        find: /^@copane\/protocol$/,
        replacement: join(import.meta.dirname, 'packages/protocol/src/index.ts'),
      },
    ],
  },
  test: {
    include: ['packages/protocol/test/**/*.test.ts', 'test/spec/*.test.ts'],
    // What is frozen is what the kit checks, which is built, and no mutant is in it.
    exclude: ['**/*.gui.test.ts', '**/node_modules/**', 'test/spec/frozen.test.ts'],
    setupFiles: ['test/support/fewer-runs.ts'],
    // What shows that size is no danger takes long under instrumentation, and kills no mutant that others do not.
    testNamePattern:
      /^(?!.*(?:000,?000|0,000|hundred thousand|ten thousand|million|(?:lists|objects|annotations|type) without end|never end|so deep|any depth|the tree )).*$/,
    testTimeout: 60_000,
  },
})
