/** What the role names of each toolkit become: one list a toolkit, as its own source has them. */
import {
  APPLE_SECURE_SUBROLES,
  AT_SPI_ROLES,
  AT_SPI_SECURE_ROLES,
  AT_SPI_SUBROLES,
  UI_AUTOMATION_SECURE_PROPERTIES,
  verdictIn,
} from '@copane/protocol/roles'
import { expect } from 'vitest'
import { verifies } from '../../../../test/support/verifies.ts'

/** Names by what becomes of them; commas between, since most hold a space. */
type Names = { readonly [verdict: string]: string }

/** `atspi_role_get_name`, with the `button` and `switch` of newer versions. */
const LIBATSPI: Names = {
  Application: 'application',
  Window: 'alert, color chooser, dialog, file chooser, font chooser, frame, internal frame, page tab, window',
  Document:
    'document email, document frame, document presentation, document spreadsheet, document text, document web, html container',
  Image: 'canvas, chart, desktop icon, drawing area, icon, image, image map, video',
  Page: 'page',
  Group:
    'article, audio, block quote, comment, desktop frame, embedded, extended, footnote, form, grouping, info bar, landmark, notification, option pane, panel, section, split pane, unknown',
  through:
    'content deletion, content insertion, filler, focus traversable, glass pane, layered pane, mark, math fraction, math root, page tab list, root pane, scroll pane, subscript, suggestion, superscript, viewport',
  List: 'description list, directory pane, list, list box, log, tree',
  Table: 'table, tree table',
  Row: 'description term, description value, list item, table row, tree item',
  Cell: 'column header, row header, table cell, table column header, table row header',
  Text: 'autocomplete, caption, date editor, definition, editbar, entry, footer, header, label, math, paragraph, static, terminal, text',
  Heading: 'heading',
  Link: 'link',
  skip: 'accelerator label, animation, arrow, button, calendar, check box, check menu item, combo box, dial, input method window, invalid, level bar, marquee, menu, menu bar, menu item, password text, popup menu, progress bar, push button, push button menu, radio button, radio menu item, rating, redundant object, ruler, scroll bar, separator, slider, spin button, status bar, switch, tearoff menu item, timer, title bar, toggle button, tool bar, tool tip',
}

/** `atk_role_get_name`, with the spellings of older versions; GTK 3, Firefox, Chromium and LibreOffice. */
const ATK: Names = {
  Application: 'application',
  Window:
    'alert, color chooser, dialog, file chooser, font chooser, fontchooser, frame, internal frame, page tab, window',
  Document:
    'document email, document frame, document presentation, document spreadsheet, document text, document web, html container',
  Image: 'canvas, chart, desktop icon, drawing area, icon, image, image map, video',
  Page: 'page',
  Group:
    'article, audio, block quote, comment, desktop frame, embedded, embedded component, footnote, form, grouping, info bar, landmark, notification, option pane, panel, section, split pane, unknown',
  through:
    'content deletion, content insertion, filler, glass pane, layered pane, mark, math fraction, math root, page tab list, root pane, scroll pane, subscript, suggestion, superscript, viewport',
  List: 'description list, directory pane, list, list box, log, tree',
  Table: 'table, tree table',
  Row: 'description term, description value, list item, table row, tree item',
  Cell: 'column header, row header, table cell, table column header, table row header',
  Text: 'autocomplete, caption, date editor, dateeditor, definition, edit bar, entry, footer, header, label, math, paragraph, static, terminal, text',
  Heading: 'heading',
  Link: 'link',
  skip: 'accelerator label, animation, arrow, button, calendar, check box, check menu item, combo box, dial, input method window, invalid, level bar, marquee, menu, menu bar, menu item, password text, popup menu, progress bar, push button, push button menu, radio button, radio menu item, rating, redundant object, ruler, scroll bar, separator, slider, spin button, statusbar, switch, tear off menu item, timer, title bar, toggle button, tool bar, tool tip',
}

/** `gtk_accessible_role_to_name`: ARIA's words with spaces. */
const GTK_4: Names = {
  Application: 'application',
  Window: 'alert, alert dialog, dialog, tab panel, window',
  Document: 'document',
  Image: 'image',
  Group:
    'article, banner, block quote, comment, form, group, landmark, main, navigation, note, region, search, section',
  through: 'composite, generic, none, presentation, row group, structure, time, widget',
  List: 'feed, list, list box, log, tree',
  Table: 'grid, table, tree grid',
  Row: 'list item, option, row, tree item',
  Cell: 'cell, column header, grid cell, row header',
  Text: 'caption, label, legend, math, paragraph, search box, terminal, text box',
  Heading: 'heading, section head',
  Link: 'link',
  skip: 'button, checkbox, combo box, command, input, marquee, menu, menu bar, menu item, menu item checkbox, menu item radio, meter, progress bar, radio, radio group, range, scroll bar, select, separator, slider, spin button, status, switch, tab, tab list, timer, toggle button, tool bar, tool tip',
}

/** The table of `QSpiAccessibleBridge`. */
const QT: Names = {
  Application: 'application',
  Window:
    'alert message, assistant, color chooser, dialog, frame, help balloon, page tab, property page, window',
  Document: 'document, web document',
  Image: 'canvas, chart, graphic',
  Group: 'complementary content, desktop, form, note, notification, panel, section, unknown',
  through: 'filler, layered pane, page tab list, splitter',
  List: 'list, tree',
  Table: 'table',
  Row: 'list item, row, tree item',
  Cell: 'cell, column header, row header',
  Text: 'equation, footer, label, paragraph, terminal, text',
  Heading: 'heading',
  Link: 'link',
  skip: 'animation, button menu, button with drop down, button with drop down grid, check box, clock, column, combo box, cursor, dial, grip, hotkey field, indicator, invalid role, menu bar, menu item, popup menu, progress bar, push button, radio button, scroll bar, separator, slider, sound, space, spin box, status bar, text caret, title bar, tool bar, tool tip',
}

const rowsOf = (names: Names) =>
  Object.entries(names).flatMap(([verdict, words]) => words.split(', ').map(word => [word, verdict] as const))

const toolkits = [
  ['libatspi', rowsOf(LIBATSPI)],
  ['ATK', rowsOf(ATK)],
  ['GTK 4', rowsOf(GTK_4)],
  ['Qt', rowsOf(QT)],
] as const

for (const [toolkit, rows] of toolkits)
  for (const [name, verdict] of rows)
    verifies(
      verdict === 'skip' ? 'EL-5.2-no-furniture' : 'EL-5.2-nearest-role',
      `${toolkit}: ${name} is ${verdict}`,
      () => {
        expect(Object.keys(AT_SPI_ROLES)).toContain(name)
        expect(verdictIn(AT_SPI_ROLES, name)).toBe(verdict)
      },
    )

verifies('EL-5.2-nearest-role', 'AT-SPI: the table has no name that no toolkit has', () => {
  const known = new Set(toolkits.flatMap(([, rows]) => rows.map(([name]) => name)))
  expect(Object.keys(AT_SPI_ROLES).filter(name => !known.has(name))).toEqual([])
})

verifies('EL-5.2-subrole', 'AT-SPI: dialogs and tabs say so, whatever the toolkit', () =>
  expect(AT_SPI_SUBROLES).toEqual({
    alert: 'dialog',
    'alert dialog': 'dialog',
    'alert message': 'dialog',
    assistant: 'dialog',
    'color chooser': 'dialog',
    dialog: 'dialog',
    'file chooser': 'dialog',
    'font chooser': 'dialog',
    fontchooser: 'dialog',
    'help balloon': 'dialog',
    'page tab': 'tab',
    'property page': 'tab',
    'tab panel': 'tab',
  }),
)

verifies('EL-sec-no-surprise', 'what marks a secure field on each platform', () => {
  expect(APPLE_SECURE_SUBROLES).toEqual(['AXSecureTextField'])
  expect(AT_SPI_SECURE_ROLES).toEqual([40])
  expect(verdictIn(AT_SPI_ROLES, 'password text')).toBe('skip')
  expect(UI_AUTOMATION_SECURE_PROPERTIES).toEqual(['IsPassword'])
})
