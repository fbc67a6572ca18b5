/** A strict reader of the part of XML 1.0 that a report needs; what is not well-formed throws. */

/** One element, its attributes with their references resolved. */
export type XmlElement = { name: string; attributes: { [name: string]: string } }

const NAME = '[A-Za-z_][A-Za-z0-9._-]*'
const TEXT = /^(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d+);)*/
const ATTRIBUTE = new RegExp(`^\\s+(${NAME})="((?:[^<&"]|&(?:amp|lt|gt|quot|apos|#\\d+);)*)"`)
const ILLEGAL = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Every element in the order of their starts. */
export function elementsIn(xml: string): XmlElement[] {
  if (ILLEGAL.test(xml)) throw new Error('a character that XML 1.0 does not have')
  let rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (rest === xml) throw new Error('no declaration')
  const found: XmlElement[] = []
  const open: string[] = []
  let roots = 0
  while (rest !== '') {
    const [text = ''] = TEXT.exec(rest) ?? []
    if (text.includes(']]>')) throw new Error('the end of a CDATA section in a text')
    if (open.length === 0 && text.trim() !== '') throw new Error('text outside the root')
    rest = rest.slice(text.length)
    if (rest === '') break
    const close = new RegExp(`^</(${NAME})>`).exec(rest)
    if (close) {
      if (open.pop() !== close[1]) throw new Error('an end tag that ends nothing')
      rest = rest.slice(close[0].length)
      continue
    }
    const start = new RegExp(`^<(${NAME})`).exec(rest)
    if (!start?.[1]) throw new Error('neither text nor tag')
    if (open.length === 0 && ++roots > 1) throw new Error('two roots')
    const element: XmlElement = { name: start[1], attributes: {} }
    rest = rest.slice(start[0].length)
    for (let part = ATTRIBUTE.exec(rest); part; part = ATTRIBUTE.exec(rest)) {
      const [whole, name = '', value = ''] = part
      if (Object.hasOwn(element.attributes, name)) throw new Error('an attribute twice')
      element.attributes[name] = resolved(value)
      rest = rest.slice(whole.length)
    }
    const end = /^\s*(\/?)>/.exec(rest)
    if (!end) throw new Error('a tag that does not end')
    rest = rest.slice(end[0].length)
    found.push(element)
    if (end[1] !== '/') open.push(element.name)
  }
  if (open.length > 0) throw new Error('an element that does not end')
  return found
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const resolved = (value: string): string =>
  value.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
    code === undefined ? (ENTITIES[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
  )
