/** The command `copane`: one command line, one exit code. */
import { ownVersion } from './own-process.js'
import { run } from './run.js'
import { terminalIo } from './terminal.js'

// A reader that has seen enough, such as `head`, is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit()
    throw error
  })

process.exitCode = await run(process.argv.slice(2), terminalIo(), ownVersion())
