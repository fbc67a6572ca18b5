/** The tortured app as a program that an agent starts, with a timer that would keep it alive. */
import * as provider from '@copane/provider/node'
import { createNotes } from '../lib/notes.ts'

setInterval(() => {}, 1000)
const { bridge } = createNotes({ instance: provider.mintInstance() })
if ('serveStdio' in provider && typeof provider.serveStdio === 'function')
  await provider.serveStdio({ bridge, app: { name: 'Notes', version: '1.0.0' } })
process.exit(0)
