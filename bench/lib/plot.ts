/** A small writer of log plots as SVG, readable on light and on dark ground, alone or in a page. */
import type { Point } from './growth.ts'

/** One line of a plot; a floor is drawn dashed and grey. */
export type Series = { name: string; points: readonly Point[]; isFloor?: boolean }

/** A plot: both axes are logarithmic. `note` stands below the title. */
export type Plot = { title: string; note: string; x: string; y: string; series: readonly Series[] }

const WIDTH = 780
const HEIGHT = 440
const FRAME = { left: 64, right: 212, top: 66, bottom: 52 }
const LABEL_GAP = 17
/** Told apart by those who see few colours too; each has a marker of its own besides. */
const COLOURS = [
  ['#0b62b5', '#6cb4ff'],
  ['#b34700', '#ffa15c'],
  ['#00705a', '#4fd1b0'],
  ['#8a2a87', '#e39be0'],
  ['#6b5900', '#e0c94a'],
] as const
const MARKERS = [
  (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  (x: number, y: number) => `<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`,
  (x: number, y: number) => `<path d="M${x} ${y - 5}l5 8.5h-10z"/>`,
  (x: number, y: number) => `<path d="M${x} ${y - 5}l5 5-5 5-5-5z"/>`,
  (x: number, y: number) => `<path d="M${x} ${y + 5}l5-8.5h-10z"/>`,
] as const

/** The plot as a file of its own. */
export function plotSvg({ title, note, x, y, series }: Plot): string {
  const across = axisOf(series, 0, FRAME.left, WIDTH - FRAME.right)
  const up = axisOf(series, 1, HEIGHT - FRAME.bottom, FRAME.top)
  const [left, right] = [FRAME.left, WIDTH - FRAME.right]
  const [top, bottom] = [FRAME.top, HEIGHT - FRAME.bottom]
  const drawn = coloured(series).map(each => ({
    ...each,
    places: each.points.map(([size, cost]) => [rounded(across.at(size)), rounded(up.at(cost))] as const),
  }))
  const labels = apart(drawn.map(({ places }) => places.at(-1)?.[1] ?? top))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    text(16, 28, title, 'title'),
    text(16, 48, note, 'quiet'),
    ...across.ticks.flatMap(tick => [
      `<path class="grid" d="M${rounded(across.at(tick))} ${top}V${bottom}"/>`,
      text(across.at(tick), bottom + 18, tickText(tick), 'quiet', 'middle'),
    ]),
    ...up.ticks.flatMap(tick => [
      `<path class="grid" d="M${left} ${rounded(up.at(tick))}H${right}"/>`,
      text(left - 8, up.at(tick) + 4, tickText(tick), 'quiet', 'end'),
    ]),
    text((left + right) / 2, bottom + 40, x, 'quiet', 'middle'),
    `<g transform="translate(18 ${(top + bottom) / 2}) rotate(-90)">${text(0, 0, y, 'quiet', 'middle')}</g>`,
    ...drawn.map(({ kind, marker, places }) =>
      [
        `<g class="${kind}"><path class="line" d="M${places.map(place => place.join(' ')).join('L')}"/>`,
        ...places.map(place => marker(...place)),
        '</g>',
      ].join(''),
    ),
    ...drawn.map(({ kind, name, places }, at) => {
      const [, end = top] = places.at(-1) ?? []
      const label = labels[at] ?? end
      const lead = `<path class="lead" d="M${right + 4} ${end}L${right + 16} ${rounded(label)}"/>`
      return `<g class="${kind}">${lead}${text(right + 20, label + 4, name, 'name')}</g>`
    }),
    '</svg>',
    '',
  ].join('\n')
}

type Axis = { at: (value: number) => number; ticks: number[] }

/** From the power of ten below all values to the one above; never less than one. */
function axisOf(series: readonly Series[], part: 0 | 1, from: number, to: number): Axis {
  const logs = series.flatMap(({ points }) => points.map(point => Math.log10(point[part])))
  const [low, high] = [Math.floor(Math.min(...logs) + 1e-9), Math.ceil(Math.max(...logs) - 1e-9)]
  const span = Math.max(1, high - low)
  return {
    at: value => from + ((Math.log10(value) - low) / span) * (to - from),
    ticks: Array.from({ length: span + 1 }, (_, step) => 10 ** (low + step)),
  }
}

function coloured(series: readonly Series[]) {
  let own = 0
  return series.map(each => {
    const at = each.isFloor ? -1 : own++ % COLOURS.length
    return {
      ...each,
      kind: each.isFloor ? 'floor' : `s${at}`,
      marker: MARKERS[Math.max(0, at)] ?? MARKERS[0],
    }
  })
}

/** Names beside the ends of their lines, moved until none covers another. */
function apart(wanted: readonly number[]): number[] {
  const order = wanted.map((place, at) => ({ place, at })).toSorted((a, b) => a.place - b.place)
  const placed = new Array<number>(wanted.length)
  let last = Number.NEGATIVE_INFINITY
  for (const { place, at } of order) {
    last = Math.max(place, last + LABEL_GAP)
    placed[at] = last
  }
  const over = Math.max(0, last - (HEIGHT - FRAME.bottom))
  return placed.map(place => place - over)
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Powers of ten; the long ones are shortened, since there is room for six signs. */
function tickText(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toLocaleString('en-US')}M`
  if (value >= 1e5) return `${value / 1e3}k`
  return value >= 1 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(1)))
}

const text = (x: number, y: number, words: string, kind: string, anchor = 'start'): string =>
  `<text class="${kind}" x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}">${escaped(words)}</text>`

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const rulesFor = (shade: 0 | 1, colours: { [name: string]: string }): string =>
  [
    `.ground{fill:${colours.ground}}`,
    `text{fill:${colours.ink}}`,
    `.quiet{fill:${colours.quiet}}`,
    `.grid{stroke:${colours.grid}}`,
    `.floor{stroke:${colours.quiet};fill:${colours.quiet}}`,
    ...COLOURS.map((pair, at) => `.s${at}{stroke:${pair[shade]};fill:${pair[shade]}}`),
  ].join('')

const STYLE = [
  'text{font:13px system-ui,sans-serif;stroke:none}.title{font-size:17px;font-weight:600}',
  '.grid,.line,.lead{fill:none}.line{stroke-width:2}.floor .line{stroke-dasharray:5 4}.lead{stroke-width:1;opacity:.6}',
  rulesFor(0, { ground: '#ffffff', ink: '#1b1f24', quiet: '#57606a', grid: '#e3e7eb' }),
  `@media (prefers-color-scheme:dark){${rulesFor(1, { ground: '#0f1318', ink: '#e8ebee', quiet: '#a3adb8', grid: '#2a323b' })}}`,
].join('')
