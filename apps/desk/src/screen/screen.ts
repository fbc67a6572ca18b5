/** The elements face of the desk: what the page in front shows, or the desk itself while there is none. */
import { find, isElementId, type Location, type TreeElement } from '@copane/protocol/elements'
import { createElements, type Elements, type Ids, type LocateOutcome } from '@copane/provider'
import { after } from '@copane/provider/node'
import type { Desk } from '../model/index.js'
import type { Page, PageServer } from '../page/index.js'
import { locateInPage, PATIENCE, type Patience, readPage } from './ask-page.js'
import { createPageIds } from './page-ids.js'

/** What is read. */
export type ScreenOptions = {
  desk: Desk
  ids: Ids
  instance: string
  page: Pick<PageServer, 'activePage' | 'pages' | 'isMark'>
  patience?: Patience
}

/**
 * Makes the elements face.
 *
 * Shape   while a page answers, its tree is told and its places; without one, or when it is late, the desk's own tree,
 *         in which nothing has a place.
 * Source  elements §4.1, §4.2 · EL-4.2-gone, EL-4.2-never-issued, EL-4.2-cannot-place · FR-3, FR-10
 */
export function createScreen({ desk, ids, instance, page, patience = PATIENCE }: ScreenOptions): Elements {
  const pageIds = createPageIds(page.isMark)
  const readings = new Map<string, Promise<TreeElement | undefined>>()
  const read = async (asked: Page): Promise<TreeElement | undefined> => {
    const { children: _, ...root } = desk.elements()
    const seen = await readPage(asked, instance, root, patience)
    if (seen) pageIds.note(asked.mark, seen)
    return seen
  }
  /** A page is asked once at a time: what it answers holds at the end of its reading, for all who waited. */
  const readShared = (asked: Page): Promise<TreeElement | undefined> => {
    const { mark } = asked
    const reading = readings.get(mark) ?? read(asked).finally(() => readings.delete(mark))
    readings.set(mark, reading)
    return reading
  }
  const tree = async (): Promise<TreeElement> => {
    const asked = page.activePage()
    return (asked && (await readShared(asked))) ?? desk.elements()
  }

  /** What a page numbered is where that page shows it, and gone with the page. */
  const placeOfPage = async (id: string, mark: string): Promise<LocateOutcome> => {
    const owner = page.pages().find(each => each.mark === mark)
    return outcomeOf(owner ? await locateInPage(owner, id, patience) : GONE)
  }

  /** Windows have the same id in every page, and the app is the page itself; what no page shows is out of sight. */
  const placeOfWindow = async (id: string | undefined): Promise<LocateOutcome> => {
    const asked = page.activePage()
    const location = asked ? await locateInPage(asked, id, patience) : OFFSCREEN
    return outcomeOf(location?.state === 'gone' ? OFFSCREEN : location)
  }

  return {
    ...createElements({ instance, ids, tree, after }),
    async locate(id) {
      if (!isElementId(id)) return UNKNOWN
      const mark = pageIds.markOf(id)
      if (mark !== undefined) return placeOfPage(id, mark)
      const own = desk.elements()
      if (id === own.id) return placeOfWindow(undefined)
      if (desk.store.read().windows.some(window => window.id === id)) return placeOfWindow(id)
      if (!find(own, element => element.id === id)) return ids.isIssued(id) ? outcomeOf(GONE) : UNKNOWN
      return page.activePage() ? UNKNOWN : outcomeOf(OFFSCREEN)
    },
  }
}

const GONE: Location = { state: 'gone' }
const OFFSCREEN: Location = { state: 'offscreen' }
const UNKNOWN: LocateOutcome = { kind: 'unknown' }

const outcomeOf = (location: Location | undefined): LocateOutcome =>
  location ? { kind: 'location', location } : UNKNOWN
