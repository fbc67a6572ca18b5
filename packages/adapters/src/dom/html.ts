/** From HTML tags to ARIA roles, and by them to what is reported (elements §5.2 · EL-5.2-nearest-role). */
import { ARIA_ROLES, type InnerRoleMap } from '@copane/protocol/roles'

/** What becomes of a thing on a page. */
export type DomVerdict = InnerRoleMap[string]

/** The ARIA role of each tag; one that is not here is `generic` (HTML-AAM, and a role for what it gives none). */
export const TAG_ROLES: { readonly [tag: string]: string } = {
  a: 'link',
  address: 'group',
  area: 'link',
  article: 'article',
  aside: 'complementary',
  audio: 'group',
  blockquote: 'blockquote',
  button: 'button',
  canvas: 'img',
  caption: 'caption',
  code: 'code',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  embed: 'group',
  fieldset: 'group',
  figcaption: 'caption',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  html: 'document',
  iframe: 'document',
  img: 'img',
  ins: 'insertion',
  legend: 'caption',
  li: 'listitem',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  object: 'group',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  section: 'region',
  select: 'combobox',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  svg: 'graphics-document',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: 'columnheader',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
  video: 'img',
}

/** The ARIA role of `input` by its type; a type that is not here is a text field, as browsers have it. */
export const INPUT_ROLES: { readonly [type: string]: string } = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  date: 'spinbutton',
  'datetime-local': 'spinbutton',
  email: 'textbox',
  file: 'button',
  image: 'button',
  month: 'spinbutton',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  time: 'spinbutton',
  url: 'textbox',
  week: 'spinbutton',
}

/** Tags that show nothing, or only how something else is laid out. */
export const SILENT_TAGS: readonly string[] = [
  'base',
  'col',
  'colgroup',
  'datalist',
  'head',
  'link',
  'meta',
  'noscript',
  'param',
  'script',
  'source',
  'style',
  'template',
  'title',
  'track',
]

/** Tags that go on with the line they stand in. */
export const INLINE_TAGS: readonly string[] = [
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'big',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'ins',
    'kbd',
  ],
  ...[
    'label',
    'mark',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
  ],
  ...['time', 'tt', 'u', 'var', 'wbr'],
]

/**
 * The ARIA role of a tag with the role that its author wrote.
 *
 * Shape   the first word of the written role that is a role, else what the tag says by itself.
 */
export function ariaRole(tag: string, written: string | undefined, type: string | undefined): string {
  const words = written?.toLowerCase().split(/\s+/) ?? []
  const known = words.find(word => Object.hasOwn(ARIA_ROLES, word))
  if (known !== undefined) return known
  if (tag === 'input') return valueOf(INPUT_ROLES, type?.toLowerCase() ?? 'text') ?? 'textbox'
  return valueOf(TAG_ROLES, tag) ?? 'generic'
}

/** What becomes of a tag with its ARIA role. */
export const verdictOf = (tag: string, role: string): DomVerdict =>
  SILENT_TAGS.includes(tag) ? 'skip' : (valueOf(ARIA_ROLES, role) ?? 'through')

/** A table's own entry; `constructor` is no tag. */
const valueOf = <T>(table: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
