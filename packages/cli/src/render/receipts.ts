/** Receipts in lines. */
import { type Receipt, sayLeftOut } from '@copane/host'
import { table } from './lines.js'

/** One line a receipt below a line of headings. */
export const receiptTable = (receipts: readonly Receipt[]): string[] =>
  receipts.length === 0
    ? []
    : table([
        ['time', 'client', 'app', 'elements', 'bytes', 'id'],
        ...receipts.map(({ id, time, client, app, counts, bytes }) => [
          time.replace(/\.\d+Z$/, 'Z'),
          client,
          app.name,
          String(counts.elements),
          String(bytes),
          id,
        ]),
      ])

/** Everything that one receipt holds. */
export const receiptLines = ({
  id,
  time,
  client,
  app,
  form,
  counts,
  bytes,
  sha256,
  images,
}: Receipt): string[] => [
  ...table([
    ['id', id],
    ['time', time],
    ['client', client],
    ['app', `${app.name} (${app.bundleId})`],
    ['form', form],
    ['elements', `${counts.elements}, ${counts.selected} of them selected`],
    ['bytes', String(bytes)],
    ['sha256', sha256],
    ...images.map(image => ['image', `${image.mimeType} ${image.bytes} bytes ${image.sha256}`]),
  ]),
  sayLeftOut(counts.leftOut),
]
