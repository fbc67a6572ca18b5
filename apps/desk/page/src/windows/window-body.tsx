/** What is in a window, by its kind. */
import type { ReactNode } from 'react'
import type { PageWindow } from '../../../src/page/protocol.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { DiscardDialog } from './discard-dialog.js'
import { OrderEditor } from './order-editor.js'
import { OrdersList } from './orders-list.js'
import { Report } from './report.js'
import { SignIn } from './sign-in.js'
import { Threads } from './threads.js'

/** The contents of a window. */
export function WindowBody({ window: { shown, locks } }: { window: PageWindow }): ReactNode {
  switch (shown.kind) {
    case 'orders':
      return <OrdersList window={shown} />
    case 'order':
      return <OrderEditor window={shown} locks={locks} />
    case 'report':
      return <Report window={shown} />
    case 'threads':
      return <Threads window={shown} />
    case 'confirm-submit':
      return <ConfirmDialog window={shown} />
    case 'discard':
      return <DiscardDialog window={shown} />
    case 'sign-in':
      return <SignIn window={shown} />
    default:
      return shown satisfies never
  }
}
