/** A report as a window: totals by status, currency and month, a chart, and how amounts spread. */
import type { Block } from '@copane/protocol/bridge'
import type { Action, WindowView } from '@copane/provider'
import { formatAmount, formatMoney } from '../model/money.js'
import { refreshReport } from '../model/opening.js'
import type { DeskState, ReportWindow } from '../model/state.js'
import type { Model } from '../model/step.js'
import { writing } from './actions.js'
import { chartOf } from './chart.js'
import { closeAction, focusAction } from './common-actions.js'

/** The title of every report. */
export const REPORT_TITLE = 'Report'

/** A report, described. */
export function reportView(
  window: ReportWindow,
  actions: readonly Action<DeskState>[],
): WindowView<DeskState> {
  const { figures, behind } = window
  const { mimeType, base64, alt } = chartOf(figures)
  const blocks: Block[] = [
    {
      type: 'text',
      id: 'about',
      text: `${figures.orders} orders, by status and by month of placing; amounts are summed by currency.`,
    },
    {
      type: 'table',
      id: 'by-status',
      columns: ['Status', 'Currency', 'Orders', 'Sum'],
      rows: figures.byStatus.map(({ status, currency, count, cents }) => [
        status,
        currency,
        count,
        formatMoney(cents, currency),
      ]),
    },
    {
      type: 'table',
      id: 'by-month',
      columns: ['Month', 'Currency', 'Orders', 'Sum'],
      rows: figures.byMonth.map(({ month, currency, count, cents }) => [
        month,
        currency,
        count,
        formatMoney(cents, currency),
      ]),
    },
    { type: 'media', id: 'chart', mimeType, url: `data:${mimeType};base64,${base64}`, alt },
    { type: 'custom', id: 'spread', payload: { boxPlotOfAmounts: figures.spread.map(box) } },
  ]
  if (behind > 0)
    blocks.push({
      type: 'notice',
      id: 'behind',
      severity: 'warn',
      text: `${changesSince(behind)} since the report was counted; refresh counts again.`,
    })
  return { id: window.id, title: REPORT_TITLE, summary: summaryOf(window), blocks, actions }
}

/** What can be done in a report. */
export const reportActions = (model: Model): readonly Action<DeskState>[] => [
  writing(
    model,
    {
      name: 'refresh',
      title: 'Refresh',
      description: 'Counts all orders again, as they are now.',
      idempotent: true,
    },
    call => refreshReport(model, call, call.id),
  ),
  focusAction(model),
  closeAction(model, 'Orders themselves are not touched.'),
]

const box = ({
  currency,
  lowest,
  quarter,
  middle,
  threeQuarters,
  highest,
}: ReportWindow['figures']['spread'][number]) => ({
  currency,
  lowest: formatAmount(lowest),
  quarter: formatAmount(quarter),
  middle: formatAmount(middle),
  threeQuarters: formatAmount(threeQuarters),
  highest: formatAmount(highest),
})

const changesSince = (count: number): string =>
  count === 1 ? '1 order changed' : `${count} changes of orders were made`

function summaryOf({ figures, behind }: ReportWindow): string {
  const counts = new Map<string, number>()
  for (const { status, count } of figures.byStatus) counts.set(status, (counts.get(status) ?? 0) + count)
  const words = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  const since = behind === 0 ? '' : `; ${changesSince(behind)} since`
  return `On ${figures.orders} orders${words === '' ? '' : `: ${words}`}${since}.`
}
