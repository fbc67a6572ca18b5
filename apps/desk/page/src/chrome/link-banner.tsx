/** Says that the desk can't be reached, and what becomes of what is typed meanwhile. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Link } from '../wire/socket.js'
import { useKnown } from '../wire/hooks.js'

/** Short losses are nobody's business: the connection is back before anybody reads of it. */
const SHOWN_AFTER_MS = 400

/** The banner; empty while all is well. */
export function LinkBanner(): ReactNode {
  const link = useKnown(known => known.link)
  const isKnown = useKnown(known => known.isKnown)
  const [shown, setShown] = useState<Link>('open')
  useEffect(() => {
    const timer = setTimeout(() => setShown(link), link === 'open' ? 0 : SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [link])
  return (
    <div className="link-place" role="status" data-copane-private>
      {shown !== 'open' && link !== 'open' && (
        <p className={`link ${shown}`}>
          <strong>{HEADLINES[shown]}</strong> {shown === 'lost' && !isKnown ? '' : SENTENCES[shown]}
        </p>
      )}
    </div>
  )
}

const HEADLINES: { readonly [Name in Exclude<Link, 'open'>]: string } = {
  connecting: 'Opening the desk…',
  lost: 'Connection to the desk lost.',
  refused: 'The desk does not let this page in.',
}

const SENTENCES: { readonly [Name in Exclude<Link, 'open'>]: string } = {
  connecting: '',
  lost: 'Trying again… What you type is kept here and sent when it is back.',
  refused:
    'It was started again, or this browser forgot how it was let in. Open a new address of the desk; what you typed here you can still copy.',
}
