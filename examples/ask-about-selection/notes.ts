/** The app that is asked about: a note with two passages selected. */
import { createApp } from '@copane/provider/node'

const app = createApp({
  bundleId: 'com.example.notes',
  name: 'Notes',
  version: '1.0.0',
  state: {},
  elements: () => ({
    id: 'app',
    role: 'Application',
    title: 'Notes',
    children: [
      {
        id: 'plan',
        role: 'Document',
        subrole: 'note',
        title: 'Launch plan',
        url: 'file:///home/ada/notes/plan.md',
        focused: true,
        content: [{ type: 'text', text: 'We launch in May. The price is 40. Tell nobody yet.' }],
        children: [
          {
            id: 'price',
            role: 'Text',
            selected: true,
            content: [{ type: 'text', text: 'The price is 40.' }],
          },
          { id: 'may', role: 'Text', selected: true, content: [{ type: 'text', text: 'We launch in May.' }] },
        ],
      },
    ],
  }),
})
const outcome = await app.start()
console.log(outcome.kind === 'started' ? 'Notes can be found.' : outcome.reason)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void app.stop().then(() => process.exit()))
