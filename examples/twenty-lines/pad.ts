import { defineAction } from '@copane/provider'
import { createApp } from '@copane/provider/node'

const app = createApp({
  bundleId: 'com.example.pad', name: 'Pad', version: '1.0.0',
  state: { text: 'Hello', asking: false },
  windows: ({ text, asking }) => [
    { key: 'pad', title: 'Pad', summary: 'A pad with a text.', blocks: [{ type: 'text', id: 'text', text }], actions: [
      defineAction({ name: 'write', title: 'Write', description: 'Replaces the text.',
        parameters: { text: { type: 'string' } }, required: ['text'], changes: (pad, { args }) =>
          ({ kind: 'done', state: { ...pad, text: String(args.text) }, message: 'Written.' }) }),
      defineAction({ name: 'clear', title: 'Clear', description: 'Empties the pad, after a question.', changes: pad =>
        ({ kind: 'done', state: { ...pad, asking: true }, message: 'Asked.' }) }) ] },
    asking && { key: 'sure', modalOn: 'pad', title: 'Empty the pad?', summary: 'Asks before it empties.', actions: [
      defineAction({ name: 'yes', title: 'Yes', description: 'Empties it.', destructive: true, changes: () =>
        ({ kind: 'done', state: { text: '', asking: false }, message: 'Emptied.' }) }) ] },
  ],
})
const outcome = await app.start()
console.log(outcome.kind === 'started' ? 'Pad can be found.' : outcome.reason)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void app.stop().then(() => process.exit()))
