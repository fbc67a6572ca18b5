/** The time, for what fades. */
import { useEffect, useState } from 'react'

/** The present time, told again every second while `isWanted`. Units: ms since 1970. */
export function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isWanted) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWanted])
  return now
}
