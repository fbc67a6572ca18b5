/** Emulated habits of clients: each takes the tour through the gateway. */
import { openSettings } from '@copane/host/node'
import { HABITS, kindOf, modelOf } from './habits/habits.ts'
import { takeTour } from './habits/tour.ts'
import { repeat } from '../torture/lib/deadline.ts'
import type { Check } from './lib/checks.ts'
import { onStage } from './lib/stage.ts'

/** Plays them all; each habit has a desk of its own. */
export const runHabits = (check: Check): Promise<void> =>
  repeat(HABITS.length, 2, async at => {
    const habit = HABITS[at]
    if (!habit) return
    await onStage(async ({ desk, targets, config, restart }) => {
      const client = await kindOf(habit).connect(targets.gateway)
      const settings = openSettings({ folder: config })
      await takeTour({
        model: await modelOf(habit, client),
        desk,
        restart,
        letSee: async () => void (await settings.change(before => ({ ...before, always: true }))),
        check,
        row: `habits/${habit.name}`,
      })
      await check(`habits/${habit.name}/close`, client.close)
    })
  })
