/** What each package exports, by subpath: an addition is made here too, on purpose. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The values of each subpath; types are not seen here. */
const EXPORTS: { readonly [subpath: string]: string } = {
  '@copane/adapters/dom': 'DOM_BUDGET HINTS INPUT_ROLES SILENT_TAGS TAG_ROLES convertDom createDomReader',
  '@copane/adapters/codemirror': 'splicesOf',
  '@copane/adapters/prosemirror': 'changesOf wordsOf',
  '@copane/adapters/yjs': 'passageIn relativePassage splicesOf',
  '@copane/conformance':
    'checksOf documentOf PROTOCOL_OF renderJUnit renderMarkdown renderReport SUBJECTS UNCHECKED',
  '@copane/conformance/node': 'checkBridge checkClient checkHost checkProvider startDriver',
  '@copane/host':
    'allowanceOf allowedPart appByPid barredForAll blockersOf chooseFront createCollector decide DEFAULT_SETTINGS estimateTokens guardSession inertInPrompt isOperable judgeDescriptor judgeFile locate mayHaveActed modalChain openLedger openSession parseSettings readAccessible readCurrent remember sayLeftOut takesVersion trim',
  '@copane/host/discovery/node': 'appsOf discover isWhole',
  '@copane/host/node':
    'appsOf asFront connect connectCommand createLoopback discover findAppOf findAppOfRun findApps findFront findOwnFolders findProvidersFolder frontNow inFront isReceipt isWhole locateAllowed locateInApp locateReference mintReceiptId openAllowed openApp openCollector openFrontSource openReceipts openSettings openWindows openX11Front readAllowed readApp readFront readOwnFile writeOwnFile',
  '@copane/protocol': 'parseAnswer parseWindows printOutline printWindows',
  '@copane/protocol/elements':
    'CURRENT_URI ELEMENTS_EXTENSION ELEMENTS_PROTOCOL JSON_MIME LIMITS LOCATE_TEMPLATE MAX_DESCRIPTOR_BYTES ROLES TIMES base64Length isWithin utf8Length cutText ancestors descriptorFileName find focusPath idOfLocateUri inert isAlive isElementId locateUri parseAnswer parseDescriptor parseEndpoint parseOutline parseProcStat printLine printOutline providersFolder readAnswer readLocation selectedElements textOf validateAnswer walk',
  '@copane/protocol/bridge':
    'APP_HANDLE BRIDGE_EXTENSION BRIDGE_PROTOCOL ERROR_CODES INSTRUCTIONS MASK MAX_ACTION_NAME MAX_WINDOW_ID WINDOWS_URI appActionsAllowed blockedBy changes checkCall operableIds parseWindows parseWindowsOutline printNews printWindowLine printWindowNews printWindows readCallAnswer readWindows sameJson splitToolName staleState toolName toolsOf validateCallAnswer validateWindows validationFailed',
  '@copane/protocol/roles':
    'APPLE_ROLES APPLE_SECURE_SUBROLES APPLE_SUBROLES ARIA_ROLES ARIA_SUBROLES AT_SPI_ROLES AT_SPI_SECURE_ROLES AT_SPI_SUBROLES UI_AUTOMATION_ROLES UI_AUTOMATION_SECURE_PROPERTIES UI_AUTOMATION_SUBROLES verdictIn',
  '@copane/protocol/findings': 'REQUIREMENTS compatible fits isRecord misfits optional',
  '@copane/provider':
    'actionsOf blockedOutside closingOrder createBridge createElements createHandles createIds createManagedTree createPassages createStore defineAction MAX_IMAGE_SIDE movePassage movePassages spliceBetween withoutWindow',
  '@copane/provider/node':
    'FRESH UNNAMED_CLIENT after createApp createFingerprint holdStdio lineWire mintInstance mintMark nameOfClient serveStdio startProvider',
}

const packages = join(import.meta.dirname, '../packages')
const manifests = readdirSync(packages).map(folder => {
  const manifest: { name: string; exports?: object } = JSON.parse(
    readFileSync(join(packages, folder, 'package.json'), 'utf8'),
  )
  return manifest
})
const subpaths = manifests.flatMap(({ name, exports = {} }) =>
  Object.keys(exports).map(subpath => name + subpath.slice(1)),
)

test('every subpath of every package is pinned', () => {
  expect(subpaths.toSorted()).toEqual(Object.keys(EXPORTS).toSorted())
})

for (const [subpath, names] of Object.entries(EXPORTS))
  test(`${subpath} exports what is listed here`, async () => {
    const all: object = await import(subpath)
    expect(Object.keys(all).toSorted()).toEqual(names === '' ? [] : names.split(' ').toSorted())
  })
