/** Asks who signs in; nothing else can be done before. */
import { type ReactNode, useId } from 'react'
import type { ShownSignIn } from '../../../src/page/protocol.js'
import { useDraft } from '../drafts/use-draft.js'
import { useParts } from '../wire/hooks.js'

/** The sign-in form; what was typed as a password on another page is not shown here, only that it was. */
export function SignIn({ window }: { window: ShownSignIn }): ReactNode {
  const { perform } = useParts()
  const user = useDraft(window.id, 'user')
  const password = useDraft(window.id, 'password')
  const id = useId()
  return (
    <form
      className="question"
      onSubmit={event => {
        event.preventDefault()
        void perform({ act: 'confirm', window: window.id })
      }}
    >
      <p>Nobody is signed in. The user of this desk is Ada; any password will do.</p>
      <div className="field">
        <label htmlFor={`${id}-user`}>User</label>
        <input
          id={`${id}-user`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          data-spot="field:user"
          data-copane-subrole="user"
          {...user.input}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>Password</label>
        <input
          id={`${id}-password`}
          type="password"
          autoComplete="off"
          maxLength={200}
          data-spot="field:password"
          placeholder={window.hasPassword && password.live.text === '' ? 'typed on another page' : ''}
          {...password.input}
        />
      </div>
      <div className="bar" role="toolbar" aria-label="Answer">
        <span className="spring" />
        <button type="submit" className="primary">
          Sign in
        </button>
      </div>
    </form>
  )
}
