/** Asks what becomes of unsaved changes. */
import type { ReactNode } from 'react'
import { changedFields, FIELD_LABELS, shownValues, valuesOf } from '../../../src/model/editor.js'
import type { DiscardWindow } from '../../../src/model/state.js'
import { useParts } from '../wire/hooks.js'
import { useOwner } from './use-owner.js'

/** The question what becomes of a draft, with what would be lost; Enter alone loses nothing. */
export function DiscardDialog({ window }: { window: DiscardWindow }): ReactNode {
  const { perform } = useParts()
  const owner = useOwner(window)
  if (!owner) return null
  const saved = valuesOf(owner.order)
  const values = shownValues(owner)
  return (
    <form className="question" onSubmit={event => event.preventDefault()}>
      <p>Order {owner.order.number} has unsaved changes. Discarded changes can not be brought back.</p>
      <table aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved</th>
            <th scope="col">Unsaved</th>
          </tr>
        </thead>
        <tbody>
          {changedFields(owner).map(field => (
            <tr key={field}>
              <th scope="row">{FIELD_LABELS[field]}</th>
              <td>{saved[field]}</td>
              <td>{values[field]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="bar" role="toolbar" aria-label="Answer">
        <button
          type="button"
          className="danger"
          onClick={() => void perform({ act: 'confirm', window: window.id })}
        >
          Discard and close
        </button>
        <span className="spring" />
        <button
          type="button"
          className="primary"
          data-autofocus
          onClick={() => void perform({ act: 'cancel', window: window.id })}
        >
          Keep editing
        </button>
      </div>
    </form>
  )
}
