/** Every command, in the order in which help shows them. */
import type { ExitCode, Io } from '../io.js'

/**
 * One command.
 *
 * Shape   `usage` follows the command's name; `help` are lines for its options, and ends with an example.
 *         `run` gets the arguments after the name.
 */
export type Command = {
  summary: string
  usage: string
  help: readonly string[]
  run: (args: readonly string[], io: Io) => Promise<ExitCode>
}

const ONE_APP = [
  '--app NAME   the app, by name or bundle identifier; may be left out when only one runs',
  '--pid N      the app, by its process',
  '--json       the same data as JSON',
]

/** By name. Each loads what it needs when it runs. */
export const COMMANDS: { readonly [name: string]: Command } = {
  apps: {
    summary: 'list the apps that offer themselves, and why other files are ignored',
    usage: '[--json]',
    help: ['--json       the same data as JSON', '', 'example: copane apps'],
    run: async (args, io) => (await import('./apps.js')).apps(args, io),
  },
  look: {
    summary: 'show what the user of an app has open and points at',
    usage: '[--app NAME | --pid N] [--json]',
    help: [...ONE_APP, '', 'example: copane look --app Editor'],
    run: async (args, io) => (await import('./look.js')).look(args, io),
  },
  where: {
    summary: 'show where an element is on screen now',
    usage: 'ID [--app NAME | --pid N] [--json]',
    help: ['ID           as look shows it', ...ONE_APP, '', 'example: copane where sel-4 --app Editor'],
    run: async (args, io) => (await import('./where.js')).where(args, io),
  },
  windows: {
    summary: 'show the windows of an app, or what can be done in them',
    usage: '[--window ID] [--actions] [--app NAME | --pid N] [--json]',
    help: [
      '--window ID  only this window',
      '--actions    the actions that can be called now, with their parameters',
      ...ONE_APP,
      '',
      'example: copane windows --actions --app Editor',
    ],
    run: async (args, io) => (await import('./windows.js')).windows(args, io),
  },
  do: {
    summary: 'call an action of a window',
    usage: 'WINDOW ACTION [KEY=VALUE … | --args JSON] [--expect VERSION] [--app NAME | --pid N] [--json]',
    help: [
      "WINDOW       as windows shows it; app for the app's own actions",
      'KEY=VALUE    a parameter; the value is JSON where it parses, else text',
      '--args JSON  all parameters as one object',
      '--expect N   refuse unless the window is still at this version; else the version of this moment is sent',
      ...ONE_APP,
      '',
      'example: copane do w-1 edit field=recipient value=Ada --app Editor',
    ],
    run: async (args, io) => (await import('./do.js')).doAction(args, io),
  },
  check: {
    summary: 'check an implementation of either protocol, in any language, from outside',
    usage: 'elements|bridge|host|client [TARGET] [OPTIONS] [-- COMMAND]',
    help: [
      'TARGET            an app by name, a process id, a descriptor file (*.json), or a URL',
      '--app NAME, --pid N   the same, spelled out',
      '-- COMMAND        bridge: a program on stdio; host, client: the driver of the one that is checked',
      '--token-env NAME  with a URL: the variable that holds its token',
      '--token-file FILE with a URL: the file that holds its token',
      '--driver COMMAND  makes the app do things, so that rules about change are checked; may start the app itself',
      '--intrusive       the app is there for the test: its own tools may be called, and change it',
      '--report FORM     terminal, json, junit or markdown, on standard output; FORM=FILE into a file; again for more',
      '--json            the same as --report json',
      '--only ID         this check alone; again for more',
      '--era ERA         only this era of MCP: legacy or modern',
      '--list            list the checks and run none',
      '',
      'example: copane check elements --app Editor',
    ],
    run: async (args, io) => (await import('./check.js')).check(args, io),
  },
  demo: {
    summary: 'run the demo app, with a prompt at which you are its user',
    usage: '[--state FOLDER]',
    help: [
      '--state FOLDER  keep its data there; without it the data is thrown away',
      '',
      'example: copane demo',
    ],
    run: async (args, io) => (await import('./demo.js')).demo(args, io),
  },
}
