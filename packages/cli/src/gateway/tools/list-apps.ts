/** `apps`: which apps can be worked in now. */
import { barredForAll } from '@copane/host'
import { type Answer, answer } from '../answer.js'
import { said } from '../words.js'
import { notAllowed, type World } from '../world.js'

/** Lists them; nothing is opened. */
export async function listApps(world: World): Promise<Answer> {
  const barred = barredForAll(await world.settings.read())
  if (barred) return notAllowed(barred.message)
  const { isWhole, named } = await world.apps()
  const apps = named.map(({ handle, app }) => ({
    app: handle,
    bundleId: app.descriptor.bundleId,
    windows: app.bridge.kind === 'offered',
  }))
  const lines = apps.map(
    ({ app, bundleId, windows }) => `${said(app)} ${said(bundleId)}${windows ? '' : ', pointing only'}`,
  )
  if (!isWhole) lines.push('Not all apps could be looked at in time: there may be more.')
  return answer(
    { apps, ...(isWhole ? {} : { more: true }) },
    lines.length > 0 ? lines : ['No app runs that can be reached. Ask the user to start one.'],
  )
}
