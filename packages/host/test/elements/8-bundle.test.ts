import { deepEqual } from 'node:assert/strict'
import { verifies } from '../../../../test/support/verifies.ts'
import { bundleIdsOf, type LaunchFacts } from '../../src/elements/bundle.ts'

const NOTHING: LaunchFacts = {
  pid: 42,
  flatpakInfo: undefined,
  cgroup: undefined,
  parentCgroup: undefined,
  environ: undefined,
}
const slice = (unit: string) => `0::/user.slice/user-1000.slice/user@1000.service/app.slice/${unit}\n`

const rows: [title: string, facts: Partial<LaunchFacts>, want: string[]][] = [
  ['nothing known', {}, []],
  ['Flatpak', { flatpakInfo: '[Application]\nname=org.gnome.gedit\nruntime=x\n' }, ['org.gnome.gedit']],
  ['a Flatpak name of another section is none', { flatpakInfo: '[Context]\nname=x\n' }, []],
  ['Snap', { cgroup: slice('snap.code.code-0d1f-11.scope') }, ['code_code', 'code']],
  ['a scope', { cgroup: slice('app-org.kde.kate-1234.scope') }, ['org.kde.kate']],
  [
    'a scope with its launcher',
    { cgroup: slice('app-gnome-org.gnome.Evince-1234.scope') },
    ['org.gnome.Evince'],
  ],
  [
    'a scope whose id holds a hyphen',
    { cgroup: slice('app-gnome-libreoffice\\x2dwriter-12.scope') },
    ['libreoffice-writer'],
  ],
  [
    "a terminal's scope, inherited",
    { cgroup: slice('app-org.kde.konsole-1.scope'), parentCgroup: slice('app-org.kde.konsole-1.scope') },
    [],
  ],
  ['a scope of the session, not of an app', { cgroup: slice('session-2.scope') }, []],
  [
    'a desktop entry',
    {
      environ:
        'A=b\0GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/org.x.Y.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=42\0',
    },
    ['org.x.Y'],
  ],
  [
    'a desktop entry that started the parent',
    {
      environ:
        'GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/org.x.Y.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=41\0',
    },
    [],
  ],
]
for (const [title, facts, want] of rows)
  verifies('D-13', title, () => deepEqual(bundleIdsOf({ ...NOTHING, ...facts }), want))
