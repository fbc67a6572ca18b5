/** How amounts spread, a box for each currency. */
import type { ReactNode } from 'react'
import type { ReportFigures } from '../../../src/data/types.js'
import { formatMoney } from '../../../src/model/money.js'

const WIDTH = 420
const HEIGHT = 22

/** A table with a box plot in each row. */
export function SpreadBoxes({ figures: { spread } }: { figures: ReportFigures }): ReactNode {
  const most = Math.max(1, ...spread.map(({ highest }) => highest))
  const at = (cents: number) => 4 + ((WIDTH - 8) * cents) / most
  return (
    <table className="spread" aria-label="Spread of amounts" data-copane-subrole="spread">
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Lowest to highest</th>
          <th scope="col" className="number">
            Middle
          </th>
        </tr>
      </thead>
      <tbody>
        {spread.map(({ currency, lowest, quarter, middle, threeQuarters, highest }) => {
          const [low, left, centre, right, high] = [lowest, quarter, middle, threeQuarters, highest].map(at)
          const words = [lowest, quarter, middle, threeQuarters, highest]
            .map(cents => formatMoney(cents, currency))
            .join(', ')
          return (
            <tr key={currency} data-copane-subrole="total">
              <td>{currency}</td>
              <td>
                <svg
                  className="box"
                  viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                  role="img"
                  aria-label={`Box plot: ${words}`}
                >
                  <line x1={low} x2={high} y1={HEIGHT / 2} y2={HEIGHT / 2} />
                  <rect
                    x={left}
                    y="4"
                    width={Math.max(1, (right ?? 0) - (left ?? 0))}
                    height={HEIGHT - 8}
                    rx="2"
                  />
                  <line className="middle" x1={centre} x2={centre} y1="4" y2={HEIGHT - 4} />
                </svg>
              </td>
              <td className="number">{formatMoney(middle, currency)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
