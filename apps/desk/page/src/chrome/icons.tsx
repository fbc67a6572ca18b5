/** The few pictures on buttons; what they mean is said by the button. */
import type { ReactNode } from 'react'

/** One of the pictures. */
export type IconName = keyof typeof SHAPES

const SHAPES = {
  minimise: <path d="M3 11.5h10" />,
  maximise: <rect x="3.5" y="3.5" width="9" height="9" rx="1.5" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  move: (
    <path d="M8 2.5v11M2.5 8h11M8 2.5 6.3 4.2M8 2.5l1.7 1.7M8 13.5l-1.7-1.7M8 13.5l1.7-1.7M2.5 8l1.7-1.7M2.5 8l1.7 1.7M13.5 8l-1.7-1.7M13.5 8l-1.7 1.7" />
  ),
  orders: <path d="M3 4h10M3 8h10M3 12h10" />,
  order: <path d="M4 2.5h5.5L12 5v8.5H4zM6 7h4M6 10h4" />,
  report: <path d="M3 13V8M7 13V3M11 13V6M2.5 13.5h11" />,
  threads: <path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z" />,
  activity: <path d="M1.5 8.5h3l2-5 3 9 2-4h3" />,
  undo: <path d="M5.5 3 2.5 6l3 3M3 6h6a3.5 3.5 0 0 1 0 7H6" />,
  user: <path d="M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5c.6-2.4 2.6-3.5 5-3.5s4.4 1.1 5 3.5" />,
  dialog: <path d="M2.5 4h11v8h-11zM5 9.5h6" />,
} satisfies { [name: string]: ReactNode }

/** A picture, which says nothing by itself. */
export const Icon = ({ name }: { name: IconName }): ReactNode => (
  <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    {SHAPES[name]}
  </svg>
)
