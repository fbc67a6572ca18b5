/** The order editor that a dialog is on. */
import type { OrderWindow } from '../../../src/model/state.js'
import { useKnown } from '../wire/hooks.js'

/** The editor; undefined once it is gone. */
export const useOwner = ({ ownerId }: { ownerId: string }): OrderWindow | undefined =>
  useKnown(({ desk }) => {
    const shown = desk.windows.find(({ id }) => id === ownerId)?.shown
    return shown?.kind === 'order' ? shown : undefined
  })
