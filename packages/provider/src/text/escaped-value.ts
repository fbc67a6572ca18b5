/** A JSON value written at once as it stands inside a JSON string: what JSON.stringify says, twice, in one pass. */
import { isRecord } from '@copane/protocol/findings'
import { putCodePoint } from './utf8.js'

/** How long a value may be as JSON text, and how long it may be guessed to be as it is written. Units: bytes. */
export type Room = { most: number; guess: number }

/**
 * A value as the bytes that its JSON text is between the quotes of a JSON string.
 *
 * Shape   the same bytes as `escapedJson` makes of the text that JSON.stringify makes. Expects plain values: objects and
 *         lists without accessors, prototypes of their own or `toJSON`.
 * Errors  undefined for what is longer than `most`; throws, as JSON.stringify, for what is too deep.
 */
export function escapedValue(value: unknown, { most, guess }: Room): Uint8Array | undefined {
  const writer: Writer = { out: new Uint8Array(guess), at: 0, isFull: false, most: most * MOST_A_BYTE }
  putValue(writer, value)
  const escaped = writer.out.subarray(0, writer.at)
  return writer.isFull || (writer.at > most && unescapedLength(escaped) > most) ? undefined : escaped
}

/** How long what was written is as JSON text: without the backslashes that stand before quotes and backslashes. */
export function unescapedLength(escaped: Uint8Array): number {
  let length = 0
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] === BACKSLASH) at++
    length++
  }
  return length
}

/** What was written; nothing more is, once that is `most` bytes. */
type Writer = { out: Uint8Array; at: number; isFull: boolean; most: number }

/** A byte of JSON text takes no more than this in a string. */
const MOST_A_BYTE = 2
const QUOTE = 0x22
const BACKSLASH = 0x5c

function putValue(writer: Writer, value: unknown): void {
  if (typeof value === 'string') putString(writer, value)
  else if (Array.isArray(value)) putList(writer, value)
  else if (isRecord(value)) putObject(writer, value)
  else putPlain(writer, String(value))
}

function putList(writer: Writer, list: readonly unknown[]): void {
  putSign(writer, 0x5b)
  for (let at = 0; at < list.length && !writer.isFull; at++) {
    if (at > 0) putSign(writer, 0x2c)
    putValue(writer, list[at])
  }
  putSign(writer, 0x5d)
}

function putObject(writer: Writer, object: { [name: string]: unknown }): void {
  putSign(writer, 0x7b)
  let isFirst = true
  for (const name in object) {
    const value = object[name]
    if (value === undefined || writer.isFull) continue
    if (!isFirst) putSign(writer, 0x2c)
    isFirst = false
    putString(writer, name)
    putSign(writer, 0x3a)
    putValue(writer, value)
  }
  putSign(writer, 0x7d)
}

function putSign(writer: Writer, sign: number): void {
  if (writer.at === writer.out.length) grow(writer, 1)
  writer.out[writer.at++] = sign
}

/** The most bytes that one code unit takes: a control, or half a pair, as an escape whose backslash is escaped. */
const MOST_A_UNIT = 7

function putString(writer: Writer, text: string): void {
  const { length } = text
  if (writer.at + length * MOST_A_UNIT + 4 > writer.out.length) grow(writer, length * MOST_A_UNIT + 4)
  const { out } = writer
  let to = writer.at
  out[to++] = BACKSLASH
  out[to++] = QUOTE
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80 && code >= 0x20 && code !== QUOTE && code !== BACKSLASH) out[to++] = code
    else {
      to = putOdd(out, to, text, at)
      if ((text.codePointAt(at) ?? 0) > 0xffff) at++
    }
  }
  out[to++] = BACKSLASH
  out[to++] = QUOTE
  writer.at = to
}

/** Puts a sign that is no plain letter. */
function putOdd(out: Uint8Array, from: number, text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0
  if (code >= 0x80 && !isHalf(code)) return putCodePoint(out, from, code)
  let to = from
  const escape = JSON.stringify(text.charAt(at)).slice(1, -1)
  for (const sign of escape) {
    if (sign === '"' || sign === '\\') out[to++] = BACKSLASH
    out[to++] = sign.charCodeAt(0)
  }
  return to
}

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff

/** Puts a word or number of JSON. */
function putPlain(writer: Writer, word: string): void {
  for (let at = 0; at < word.length; at++) putSign(writer, word.charCodeAt(at))
}

function grow(writer: Writer, more: number): void {
  if (writer.at > writer.most) writer.isFull = true
  const out = new Uint8Array(Math.max(writer.out.length * 2, writer.at + more))
  out.set(writer.out.subarray(0, writer.at))
  writer.out = out
}
