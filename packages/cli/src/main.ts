/** The command `copane`: one command line, one exit code. */
import { createIo } from './io.js'
import { ownVersion } from './own-process.js'
import { run } from './run.js'

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

const io = createIo(
  text => process.stdout.write(text),
  text => process.stderr.write(text),
)
process.exitCode = await run(process.argv.slice(2), io, ownVersion())
