/** Starts the page. */
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import { keepFocus } from './desktop/focus.js'
import { tellPointing } from './desktop/pointing.js'
import { createDrafts } from './drafts/drafts.js'
import { createUnsent } from './drafts/unsent.js'
import { createReader } from './reader.js'
import './style/base.css'
import './style/controls.css'
import './style/window.css'
import './style/contents.css'
import './style/more-contents.css'
import './style/chrome.css'
import { createClient } from './wire/client.js'
import { createDo } from './wire/doer.js'
import { PartsContext } from './wire/hooks.js'
import { createNotices } from './wire/notices.js'
import { createTouches } from './wire/touches.js'
import { offerTools } from './webmcp.js'

const root = document.getElementById('desk')
if (!root) throw new Error('the page has no place for the desk')

const client = createClient(mark => createReader({ mark, root }))
const drafts = createDrafts(client)
const unsent = createUnsent()
const notices = createNotices()
const touches = createTouches(client)
const keeper = keepFocus(client)
tellPointing(client)
for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input'] as const)
  document.addEventListener(event, ({ isTrusted }) => isTrusted && client.input(), {
    capture: true,
    passive: true,
  })
window.addEventListener('focus', client.input)
offerTools(client)

createRoot(root).render(
  <PartsContext value={{ client, drafts, unsent, notices, perform: createDo(client, drafts, notices) }}>
    <App keeper={keeper} touches={touches} />
  </PartsContext>,
)
