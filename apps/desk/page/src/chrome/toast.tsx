/** What did not go through and belongs to no window. */
import { type ReactNode, useEffect } from 'react'
import { NO_WINDOW } from '../wire/notices.js'
import { useNotice, useParts } from '../wire/hooks.js'
import { Icon } from './icons.js'

const SHOWN_MS = 8000

/** A sentence above the bar; goes by itself. */
export function Toast(): ReactNode {
  const { notices } = useParts()
  const text = useNotice(NO_WINDOW)
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => notices.clear(NO_WINDOW), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text, notices])
  return (
    <div className="toast-place" role="alert" data-copane-private>
      {text !== undefined && (
        <div className="notice error toast">
          <p>{text}</p>
          <button
            type="button"
            className="bare"
            aria-label="Dismiss"
            onClick={() => notices.clear(NO_WINDOW)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
