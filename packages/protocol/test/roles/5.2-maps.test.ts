/** Every row of the tables of three platforms: what each of their words becomes. */
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

/** Words by what becomes of them; commas between, since some hold a space. */
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

/** Words by what becomes of them; commas between, since some hold a space. */
const AT_SPI: { readonly [verdict: string]: string } = {
  Application: 'application',
  Window: 'alert, color chooser, dialog, file chooser, font chooser, frame, internal frame, page tab, window',
  skip: 'accelerator label, animation, arrow, button, calendar, check box, check menu item, combo box, dial, input method window, invalid, level bar, menu, menu bar, menu item, password text, popup menu, progress bar, push button, push button menu, radio button, radio menu item, rating, redundant object, ruler, scroll bar, separator, slider, spin button, status bar, switch, tearoff menu item, timer, title bar, toggle button, tool bar, tool tip',
  Document:
    'document email, document frame, document presentation, document spreadsheet, document text, document web, html container',
  Image: 'canvas, chart, desktop icon, icon, image, image map, video',
  Group:
    'article, audio, block quote, comment, desktop frame, embedded, extended, footnote, form, grouping, info bar, landmark, notification, option pane, panel, section, split pane, unknown',
  Page: 'page',
  through:
    'content deletion, content insertion, filler, focus traversable, glass pane, layered pane, mark, math fraction, math root, page tab list, root pane, scroll pane, subscript, suggestion, superscript, viewport',
  List: 'description list, directory pane, list, list box, log, tree',
  Table: 'table, tree table',
  Row: 'description term, description value, list item, table row, tree item',
  Cell: 'column header, row header, table cell, table column header, table row header',
  Text: 'autocomplete, caption, date editor, editbar, entry, footer, header, label, math, paragraph, static, terminal, text',
  Heading: 'heading',
  Link: 'link',
}

/** Words by what becomes of them; commas between, since some hold a space. */
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
  ['AT-SPI', AT_SPI_ROLES, AT_SPI],
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
  verifies('EL-5.2-nearest-role', `${platform}: a word of no table is a Group`, () => {
    for (const word of ['', 'constructor', '__proto__', 'AXWhatever'])
      expect(verdictIn(map, word)).toBe('Group')
  })
}

verifies('EL-5.2-role-words', 'no map leads to another word than the thirteen', () => {
  const verdicts = [ARIA_ROLES, ...platforms.map(([, map]) => map)].flatMap(map => Object.values(map))
  expect(verdicts.filter(word => ![...ROLES, 'skip', 'through'].includes(word))).toEqual([])
})

verifies('EL-5.2-root-application', 'one word of a platform at most is the Application', () => {
  for (const map of [ARIA_ROLES, ...platforms.map(([, each]) => each)])
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
