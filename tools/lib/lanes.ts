/** The lanes of the test suite: which files each runs, and what it needs from the machine. */

/**
 * One lane.
 *
 * Shape   `needs` are commands that must be on the PATH; `wrap` is put before the test command.
 */
export type Lane = {
  name: 'unit' | 'process' | 'gui'
  include: readonly string[]
  exclude: readonly string[]
  needs: readonly string[]
  wrap: readonly string[]
}

/** The Debian packages that the gui lane needs; xvfb-run fails without xauth, which xvfb only recommends. */
const GUI_PACKAGES = 'chromium xvfb xauth openbox xdotool x11-utils imagemagick dbus dbus-x11'

/** The one command that adds what the gui lane needs. */
export const ADD_GUI_PACKAGES = `apt-get install -y --no-install-recommends ${GUI_PACKAGES}`

const ROOTS = ['packages/*/test', 'apps/*/test', 'test', 'tools/test']
const filesNamed = (ending: string): string[] => ROOTS.map(root => `${root}/**/*${ending}`)

/** All lanes, cheapest first. */
export const LANES: readonly Lane[] = [
  {
    name: 'unit',
    include: filesNamed('.test.ts'),
    exclude: filesNamed('.{process,gui}.test.ts'),
    needs: [],
    wrap: [],
  },
  {
    name: 'process',
    include: filesNamed('.process.test.ts'),
    exclude: [],
    needs: [],
    wrap: [],
  },
  {
    name: 'gui',
    include: filesNamed('.gui.test.ts'),
    exclude: [],
    needs: [
      'chromium',
      'Xvfb',
      'xvfb-run',
      'xauth',
      'openbox',
      'xdotool',
      'xprop',
      'import',
      'dbus-run-session',
      'dbus-launch',
    ],
    wrap: ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'],
  },
]
