/** The line in which a window says what did not go through. */
import type { ReactNode } from 'react'
import { Icon } from '../chrome/icons.js'
import { useNotice, useParts } from '../wire/hooks.js'

/** What is said about a window, until the user puts it away or does something else. */
export function Notice({ window }: { window: string }): ReactNode {
  const { notices } = useParts()
  const text = useNotice(window)
  return (
    <div className="notice-place" role="alert">
      {text !== undefined && (
        <div className="notice error">
          <p>{text}</p>
          <button type="button" className="bare" aria-label="Dismiss" onClick={() => notices.clear(window)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
