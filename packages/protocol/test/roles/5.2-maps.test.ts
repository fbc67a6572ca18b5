/** Every row of the tables of Apple and UI Automation, and what holds of every table. */
import { ROLES } from '@copane/protocol/elements'
import {
  APPLE_ROLES,
  APPLE_SUBROLES,
  ARIA_ROLES,
  AT_SPI_ROLES,
  AT_SPI_SUBROLES,
  type RoleMap,
  UI_AUTOMATION_ROLES,
  UI_AUTOMATION_SUBROLES,
  verdictIn,
} from '@copane/protocol/roles'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'

/** Words by what becomes of them, commas between. */
const APPLE: { readonly [verdict: string]: string } = {
  Application: 'AXApplication',
  Window: 'AXDrawer, AXPopover, AXSheet, AXTabGroup, AXWindow',
  Image: 'AXImage',
  Page: 'AXPage',
  Document: 'AXWebArea',
  Group: 'AXGroup, AXLayoutArea, AXLayoutItem, AXMatte, AXScrollArea, AXSplitGroup, AXUnknown',
  List: 'AXBrowser, AXList, AXOutline',
  Table: 'AXGrid, AXTable',
  Row: 'AXRow',
  Cell: 'AXCell',
  skip: 'AXBusyIndicator, AXButton, AXCheckBox, AXColorWell, AXColumn, AXComboBox, AXDisclosureTriangle, AXDockItem, AXGrowArea, AXHandle, AXHelpTag, AXIncrementor, AXLevelIndicator, AXMenu, AXMenuBar, AXMenuBarItem, AXMenuButton, AXMenuItem, AXPopUpButton, AXProgressIndicator, AXRadioButton, AXRadioGroup, AXRelevanceIndicator, AXRuler, AXRulerMarker, AXScrollBar, AXSlider, AXSortButton, AXSplitter, AXSwitch, AXSystemWide, AXToolbar, AXValueIndicator',
  Text: 'AXDateField, AXDateTimeArea, AXStaticText, AXTextArea, AXTextField, AXTimeField',
  Heading: 'AXHeading',
  Link: 'AXLink',
}

/** Words by what becomes of them, commas between. */
const UI_AUTOMATION: { readonly [verdict: string]: string } = {
  Group: 'Custom, Group, Pane',
  Window: 'TabItem, Window',
  Document: 'Document',
  Image: 'Image',
  through: 'SemanticZoom, Tab',
  List: 'List, Tree',
  Table: 'DataGrid, Table',
  skip: 'AppBar, Button, Calendar, CheckBox, ComboBox, Menu, MenuBar, MenuItem, ProgressBar, RadioButton, ScrollBar, Separator, Slider, Spinner, SplitButton, StatusBar, Thumb, TitleBar, ToolBar, ToolTip',
  Row: 'DataItem, Header, ListItem, TreeItem',
  Cell: 'HeaderItem',
  Text: 'Edit, Text',
  Link: 'Hyperlink',
}

const platforms: [string, RoleMap, { readonly [verdict: string]: string }][] = [
  ['Apple', APPLE_ROLES, APPLE],
  ['UI Automation', UI_AUTOMATION_ROLES, UI_AUTOMATION],
]

for (const [platform, map, rows] of platforms) {
  const expected = Object.entries(rows).flatMap(([verdict, words]) =>
    words.split(', ').map(word => [word, verdict] as const),
  )
  for (const [word, verdict] of expected)
    verifies(
      verdict === 'skip' ? 'EL-5.2-no-furniture' : 'EL-5.2-nearest-role',
      `${platform}: ${word} is ${verdict}`,
      () => expect(verdictIn(map, word)).toBe(verdict),
    )
  verifies('EL-5.2-nearest-role', `${platform}: no other word is in the table`, () =>
    expect(Object.keys(map).toSorted()).toEqual(expected.map(([word]) => word).toSorted()),
  )
}

const maps = [APPLE_ROLES, ARIA_ROLES, AT_SPI_ROLES, UI_AUTOMATION_ROLES]

verifies('EL-5.2-nearest-role', 'a word of no table is a Group', () => {
  for (const map of maps)
    for (const word of ['', 'constructor', '__proto__', 'AXWhatever'])
      expect(verdictIn(map, word)).toBe('Group')
})

verifies('EL-5.2-nearest-role', 'ARIA: the header and footer of a section are Groups of its table', () => {
  expect([ARIA_ROLES.sectionheader, ARIA_ROLES.sectionfooter]).toEqual(['Group', 'Group'])
})

verifies('EL-5.2-role-words', 'no map leads to another word than the thirteen', () => {
  const verdicts = maps.flatMap(map => Object.values(map))
  expect(verdicts.filter(word => ![...ROLES, 'skip', 'through'].includes(word))).toEqual([])
})

verifies('EL-5.2-root-application', 'one word of a platform at most is the Application', () => {
  for (const map of maps)
    expect(Object.values(map).filter(verdict => verdict === 'Application').length).toBeLessThanOrEqual(1)
})

verifies('EL-5.2-subrole', 'a subrole is given to windows alone', () => {
  for (const [map, subroles] of [
    [APPLE_ROLES, APPLE_SUBROLES],
    [AT_SPI_ROLES, AT_SPI_SUBROLES],
    [UI_AUTOMATION_ROLES, UI_AUTOMATION_SUBROLES],
  ] as const)
    for (const word of Object.keys(subroles)) expect(verdictIn(map, word)).toBe('Window')
})
