import { test } from 'vitest'
import fc from 'fast-check'
import { actNow, argumentsFor, randomSteps } from './support/arbitrary-acts.js'
import { memoryDesk } from './support/desks.js'
test('probe', async () => {
  const c = new Map<string, number>()
  const add = (k: string) => c.set(k, (c.get(k) ?? 0) + 1)
  await fc.assert(fc.asyncProperty(randomSteps, async steps => {
    const desk = memoryDesk(); desk.setShown(true)
    for (const step of steps) {
      if (step.kind === 'act') { const a = actNow(step, desk.state()); const o = desk.act(a); add(`act ${a.act} ${o.kind}`) }
      else { const tools = desk.bridge.tools(); const t = tools[step.tool % Math.max(1, tools.length)]; if (t) { const o = await desk.calls(t.name, argumentsFor(t, step.picks)); add(`call ${t.name.replace(/.*__/, '')} ${o.kind === 'error' ? o.error.code : o.kind}`) } }
    }
  }), { seed: 1, numRuns: 120 })
  console.log([...c].sort().map(([k, n]) => `${k} ${n}`).join('\n'))
})
