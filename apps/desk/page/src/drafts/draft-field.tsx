/** A field of an order: its label, its text, what is wrong with it, and what somebody else made of it meanwhile. */
import { type ReactNode, useId } from 'react'
import { valuesOf, MAX_LENGTHS } from '../../../src/model/editor.js'
import type { DraftField as Field, OrderWindow } from '../../../src/model/state.js'
import { shownName } from '../chrome/names.js'
import type { LiveText } from './live-text.js'
import { useDraft } from './use-draft.js'

type Props = {
  window: OrderWindow
  field: Field
  label: string
  lines?: number
  isLocked: boolean
  isFirst?: boolean
}

/** A field that is typed live. */
export function DraftField({ window, field, label, lines, isLocked, isFirst }: Props): ReactNode {
  const id = useId()
  const { live, input, choose } = useDraft(window.id, field)
  const moved = window.conflicts[field]
  const error = moved === undefined ? window.errors.find(wrong => wrong.field === field)?.error : undefined
  const parting = partingOf(live, moved === undefined ? undefined : valuesOf(window.order)[field])
  const says = [error, live.refused?.reason].find(text => text !== undefined)
  const decide = (text: string) => {
    choose(text, moved !== undefined)
    document.getElementById(id)?.focus()
  }
  const attributes = {
    id,
    maxLength: MAX_LENGTHS[field],
    readOnly: isLocked,
    'aria-invalid': says !== undefined || parting !== undefined,
    'aria-describedby': `${id}-says`,
    'data-spot': `field:${field}`,
    'data-copane-subrole': field,
    autoComplete: 'off',
    ...(isFirst ? { 'data-autofocus': true } : {}),
    ...input,
  }
  return (
    <div className={`field ${field}${window.draft[field] === undefined ? '' : ' changed'}`}>
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? (
        <input type="text" inputMode={field === 'amount' ? 'decimal' : 'text'} {...attributes} />
      ) : (
        <textarea rows={lines} {...attributes} />
      )}
      <p id={`${id}-says`} className="says" data-copane-private>
        {says !== undefined && <span className="error">{says}.</span>}
        {says === undefined && live.changedBy !== undefined && (
          <span className="by-agent">
            Changed by <bdi>{shownName(live.changedBy)}</bdi>
          </span>
        )}
      </p>
      {parting && (
        <div className="conflict" role="alert" data-copane-private>
          <p>{parting.sentence}</p>
          <blockquote>{parting.theirs === '' ? <i>nothing</i> : parting.theirs}</blockquote>
          <button type="button" onClick={() => decide(live.text)}>
            Keep mine
          </button>
          <button type="button" onClick={() => decide(parting.theirs)}>
            Take theirs
          </button>
        </div>
      )}
    </div>
  )
}

/** Where what is typed here and what is there have parted. */
type Parting = { sentence: ReactNode; theirs: string }

function partingOf(live: LiveText, saved: string | undefined): Parting | undefined {
  if (saved !== undefined)
    return {
      sentence: 'The order was saved elsewhere while you had unsaved changes. It says now:',
      theirs: saved,
    }
  if (!live.conflict) return undefined
  const { agent } = live.conflict
  const who = agent === undefined ? 'Somebody' : <bdi>{shownName(agent)}</bdi>
  return { sentence: <>{who} changed this while you typed. It says now:</>, theirs: live.base }
}
