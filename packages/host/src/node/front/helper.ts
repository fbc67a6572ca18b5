/** The front app of macOS and Windows, through the optional package `get-windows`. */
import type { FrontSource } from '../../elements/front.js'
import { reportedSight } from '../../elements/reported.js'
import { loadWindowsHelper, type WindowsHelper } from '../helpers.js'

/**
 * Asks the helper at each look; nothing is watched.
 *
 * Shape   what was in front before is known by how the windows lie on each other, `stacked`.
 * Errors  none of its own: a helper that fails makes the look reject, which reads as `failed`.
 */
export const openHelperFront = (
  load: () => Promise<WindowsHelper | undefined> = loadWindowsHelper,
): FrontSource => ({
  look: async () => {
    const helper = await load()
    if (!helper) return { kind: 'unknown', why: 'no-helper' }
    return reportedSight(...(await Promise.all([helper.activeWindow(QUIET), helper.openWindows(QUIET)])))
  },
  close: () => {},
})

/** The questions for permissions that macOS would put to the user are for titles and addresses, which nobody needs here. */
const QUIET = { accessibilityPermission: false, screenRecordingPermission: false } as const
