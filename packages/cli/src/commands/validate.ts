/** `copane validate`: everything that is wrong with a message or file of either protocol, with the rule it breaks. */
import { readFile, stat } from 'node:fs/promises'
import { LIMITS } from '@copane/protocol/elements'
import type { ExitCode, Io } from '../io.js'
import { readOptions, wrongUse } from '../options.js'
import { findingLines, jsonLines } from '../render/lines.js'
import { type Kind, KINDS, ruleText, validateText } from '../validating.js'

const EXAMPLE = 'copane validate answer.json'

/** More than any message may be; what is larger is judged nowhere. */
const MOST_BYTES = 4 * LIMITS.maxBytes

/** Reads a file, or what is piped in; findings are the data here. */
export async function validate(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = readOptions(args, { kind: { type: 'string' }, json: { type: 'boolean' } }, ['the file, or -'])
  if (given.kind === 'wrong') return wrongUse(io, given.message, EXAMPLE)
  const { values, words } = given
  const [file = ''] = words
  const named = KINDS.find(kind => kind === values.kind)
  if (values.kind !== undefined && named === undefined)
    return wrongUse(io, `--kind takes one of ${KINDS.join(', ')}, not "${values.kind}"`, EXAMPLE)
  const read = file === '-' ? await readPiped(io) : await readWhole(file)
  if (read.kind === 'unread') return wrongUse(io, read.why, EXAMPLE)
  const outcome = validateText(read.text, named)
  if (outcome.kind !== 'judged') {
    if (values.json) io.out(jsonLines({ file, ...outcome }))
    io.tell([
      outcome.kind === 'no-json'
        ? `copane: ${file} is no JSON; every message of both protocols is one JSON object`
        : `copane: ${file} shows no kind; name it with --kind: ${KINDS.join(', ')}`,
    ])
    return outcome.kind === 'no-json' ? 1 : 2
  }
  const { as, inside, findings } = outcome
  const rules = [...new Set(findings.map(({ requirement }) => requirement))].map(id => ({
    id,
    text: ruleText(id) ?? 'see spec/QUESTIONS.md',
  }))
  if (values.json) io.out(jsonLines({ file, kind: as, inside, findings, rules }))
  else {
    io.out(findingLines(findings))
    io.tell([summaryOf(as, inside, findings.length), ...rules.map(({ id, text }) => `  ${id}  ${text}`)])
  }
  return findings.length > 0 ? 1 : 0
}

const summaryOf = (as: Kind, inside: string, count: number): string =>
  `${as}${inside === '$' ? '' : ` in ${inside}`}: ${count === 0 ? 'nothing is wrong' : `${count} ${count === 1 ? 'finding' : 'findings'}`}`

type Read = { kind: 'text'; text: string } | { kind: 'unread'; why: string }

async function readPiped(io: Io): Promise<Read> {
  const piped = await io.readInput(MOST_BYTES)
  if (piped.kind === 'text') return piped
  const why =
    piped.kind === 'none' ? 'nothing is piped in' : `what is piped in is larger than ${MOST_BYTES} bytes`
  return { kind: 'unread', why }
}

async function readWhole(path: string): Promise<Read> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) return { kind: 'unread', why: `${path} is no file` }
    if (facts.size > MOST_BYTES) return { kind: 'unread', why: `${path} is larger than ${MOST_BYTES} bytes` }
    return { kind: 'text', text: (await readFile(path, 'utf8')).replace(/^\uFEFF/, '') }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return { kind: 'unread', why: `${path} can't be read (${code})` }
  }
}
