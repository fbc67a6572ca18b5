/** The source that tells on this system which app is in front. */
import { type FrontSource, type SessionFacts, sessionOf } from '../../elements/front.js'
import { openHelperFront } from './helper.js'
import { openX11Front, type X11Options } from './x11.js'

/**
 * Opens the source of this system; naming a display means X11.
 *
 * Shape   X11; on macOS and Windows the package `get-windows`, where it is installed. Elsewhere it says `unknown` and why; a
 *         host that knows better brings a source of its own.
 * Errors  none
 */
export function openFrontSource(options: X11Options = {}): FrontSource {
  const { platform, env } = process
  const facts: SessionFacts = {
    platform,
    sessionType: env.XDG_SESSION_TYPE,
    waylandDisplay: env.WAYLAND_DISPLAY,
    display: options.display ?? env.DISPLAY,
  }
  const session = options.display === undefined ? sessionOf(facts) : 'x11'
  if (session === 'x11') return openX11Front(options)
  if (session === 'helper') return openHelperFront()
  return { look: async () => ({ kind: 'unknown', why: session }), close: () => {} }
}
