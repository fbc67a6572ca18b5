/** Every command, in the order in which help shows them. */
import type { ExitCode, Io } from '../io.js'
import { type Completable, optionsIn, SHELLS } from '../render/completions.js'
import { SETTINGS_WORDS } from '../render/settings.js'

/**
 * One command.
 *
 * Shape   `usage` follows the command's name; `help` are lines for its options, and ends with an example.
 *         `run` gets the arguments after the name. `words`: what can come first, where only some words can.
 */
export type Command = {
  summary: string
  usage: string
  words?: readonly string[]
  help: readonly string[]
  run: (args: readonly string[], io: Io) => Promise<ExitCode>
}

const ONE_APP = [
  '--app NAME   the app, by name or bundle identifier; may be left out when only one runs',
  '--pid N      the app, by its process',
  '--json       the same data as JSON',
]

const ONE_READ = [
  '--app NAME   the app, by name or bundle identifier; without it the one in front',
  '--pid N      the app, by its process',
  '--scope S    pointed (what is selected, where you are; the default), shown (and what is drawn), or open (everything)',
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
      'KEY=VALUE    a parameter; as text where the action wants text, else as JSON where it parses',
      '--args JSON  all parameters as one object',
      '--expect N   refuse unless the window is still at this version; else the version of this moment is sent',
      ...ONE_APP,
      '',
      'example: copane do w-1 edit field=recipient value=Ada --app Editor',
    ],
    run: async (args, io) => (await import('./do.js')).doAction(args, io),
  },
  watch: {
    summary: 'show the windows of an app, and every change as it happens',
    usage: '[--app NAME | --pid N] [--json]',
    help: [
      ...ONE_APP,
      '',
      'Ctrl-C ends it; --json prints one line a change. Only windows can be watched: what you point at is read when you act.',
      '',
      'example: copane watch --app Editor',
    ],
    run: async (args, io) => (await import('./watch.js')).watch(args, io),
  },
  share: {
    summary: 'give an agent what you point at, after you have seen it',
    usage:
      '[--to CLIENT] [--without ID …] [--scope S] [--bytes N] [--yes | --dry-run] [--app NAME | --pid N] [--json]',
    help: [
      '--to CLIENT  the agent, where several are connected',
      '--without ID takes a part out, with all that is inside it; may be given again',
      '--bytes N    the most that is given; without it 8,000 tokens',
      '--yes        do not ask; nobody is asked either where there is no terminal',
      '--dry-run    show, and share nothing',
      ...ONE_READ,
      '--json       the same data as JSON, without asking',
      '',
      'To bind to a key. The agent gets it when it asks, for ten minutes, and you find a receipt of each time.',
      '',
      'example: copane share',
    ],
    run: async (args, io) => (await import('./share.js')).share(args, io),
  },
  context: {
    summary: "print what you point at, for a client's prompt-submit hook",
    usage: '[--client NAME] [--scope S] [--bytes N] [--app NAME | --pid N] [--json]',
    help: [
      '--client N   who gets it, for the receipt',
      '--bytes N    the most that is printed; 9000 without it, since clients cut what a hook prints',
      ...ONE_READ,
      '--json       the text with its receipt as JSON',
      '',
      'It ends with 0 also when there is nothing to print, and never with 2, which would stop your prompt.',
      '',
      'example: copane context --client claude-code',
    ],
    run: async (args, io) => (await import('./context.js')).context(args, io),
  },
  settings: {
    summary: 'show or change what agents may have',
    usage: `[${SETTINGS_WORDS.join(' | ')}] [--app P] [--url P] [--subrole P] [--role R] [--json]`,
    words: SETTINGS_WORDS,
    help: [
      'off, on        nothing is read, shown or sent; or what no rule keeps out',
      'deny, allow    add a rule, or take exactly that rule away; a rule keeps out what matches all that it names:',
      '--app P        an app, by bundle identifier; alone it keeps out the whole app',
      '--url P        an address, such as **/.env*',
      '--subrole P    what the app calls it',
      '--role R       one of the thirteen roles, such as Window',
      'ask on|off     whether you are asked before a destructive action',
      'always on|off  whether an agent may see what you point at without your sharing it',
      'keep DAYS      for how long what was sent is kept; 0 keeps none of it',
      '--json         the same data as JSON',
      '',
      'In a pattern * is any run of characters; case never matters.',
      '',
      'example: copane settings deny --app com.example.vault',
    ],
    run: async (args, io) => (await import('./settings.js')).settings(args, io),
  },
  receipts: {
    summary: 'show what was sent to which agent',
    usage: '[ID] [--last N] [--sent ID] [--json]',
    help: [
      'ID           one receipt in full; the end of its id will do',
      '--last N     how many; 20 without it',
      '--sent ID    the text that was sent, where settings keep it',
      '--json       the same data as JSON',
      '',
      'example: copane receipts --last 5',
    ],
    run: async (args, io) => (await import('./receipts.js')).receipts(args, io),
  },
  init: {
    summary: 'set up the MCP clients that are here, after showing what changes',
    usage: '[--client ID …] [--command WORDS] [--yes | --dry-run] [--json]',
    help: [
      '--client ID      only this client; may be given again',
      '--command WORDS  what starts the gateway; without it, this copane by its full path',
      '--yes            write all files without asking',
      '--dry-run        show, and write nothing',
      '--json           the plan as JSON; writes only with --yes',
      '',
      'A file that cannot be parsed is left alone. What was there is kept beside it.',
      '',
      'example: copane init --dry-run',
    ],
    run: async (args, io) => (await import('./init.js')).init(args, io),
  },
  doctor: {
    summary: 'show what works here, what does not, and what to do about it',
    usage: '[--json]',
    help: ['--json       the same data as JSON', '', 'example: copane doctor'],
    run: async (args, io) => (await import('./doctor.js')).doctor(args, io),
  },
  validate: {
    summary: 'show everything that is wrong with a message or file of either protocol',
    usage: 'FILE [--kind KIND] [--json]',
    help: [
      'FILE         JSON: an answer, windows, a descriptor, a result; - reads what is piped in',
      '--kind KIND  current, location, descriptor, windows, tool-result or tool-error; without it the content tells',
      '--json       the same data as JSON',
      '',
      'example: copane validate answer.json',
    ],
    run: async (args, io) => (await import('./validate.js')).validate(args, io),
  },
  completions: {
    summary: 'print the script by which a shell completes command lines',
    usage: `${SHELLS.join('|')} [--json]`,
    words: SHELLS,
    help: ['--json       what scripts are made of', '', 'example: copane completions bash'],
    run: async (args, io) => (await import('./completions.js')).completions(args, io, completables()),
  },
  gateway: {
    summary: 'serve every app to an agent, as an MCP server on stdio',
    usage: '[--only BUNDLE-ID …]',
    help: [
      '--only ID  reach this app and no other; may be given several times',
      '',
      'An agent’s program starts it; there is nothing to type. example: copane gateway',
    ],
    run: async (args, io) => (await import('./gateway.js')).gateway(args, io),
  },
  attach: {
    summary: 'serve the windows of one app to an agent, as an MCP server on stdio',
    usage: '[--app NAME | --pid N]',
    help: [...ONE_APP.slice(0, 2), '', 'example: copane attach --app Editor'],
    run: async (args, io) => (await import('./attach.js')).attach(args, io),
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

const completables = (): Completable[] =>
  Object.entries(COMMANDS).map(([name, { summary, words = [], help }]) => ({
    name,
    summary,
    words,
    options: optionsIn(help),
  }))
