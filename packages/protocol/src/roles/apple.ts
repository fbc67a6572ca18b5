/** From Apple's Accessibility roles to the thirteen roles (elements §5.2 · EL-5.2-nearest-role, EL-5.2-no-furniture). */
import type { RoleMap } from './verdict.js'

/** What becomes of each `AXRole`. */
export const APPLE_ROLES: RoleMap = {
  // The app and its windows
  AXApplication: 'Application',
  AXDrawer: 'Window',
  AXPopover: 'Window',
  AXSheet: 'Window',
  AXTabGroup: 'Window',
  AXWindow: 'Window',
  // Documents, pages and pictures
  AXImage: 'Image',
  AXPage: 'Page',
  AXWebArea: 'Document',
  // Containers
  AXGroup: 'Group',
  AXLayoutArea: 'Group',
  AXLayoutItem: 'Group',
  AXMatte: 'Group',
  AXScrollArea: 'Group',
  AXSplitGroup: 'Group',
  AXUnknown: 'Group',
  // Lists; nesting shows the hierarchy
  AXBrowser: 'List',
  AXList: 'List',
  AXOutline: 'List',
  // Tables are rows of cells; a column is no element, and what is in it stands in the rows
  AXGrid: 'Table',
  AXTable: 'Table',
  AXRow: 'Row',
  AXCell: 'Cell',
  AXColumn: 'skip',
  // Text
  AXDateField: 'Text',
  AXDateTimeArea: 'Text',
  AXHeading: 'Heading',
  AXLink: 'Link',
  AXStaticText: 'Text',
  AXTextArea: 'Text',
  AXTextField: 'Text',
  AXTimeField: 'Text',
  // Controls
  AXButton: 'skip',
  AXCheckBox: 'skip',
  AXColorWell: 'skip',
  AXComboBox: 'skip',
  AXDisclosureTriangle: 'skip',
  AXHandle: 'skip',
  AXIncrementor: 'skip',
  AXPopUpButton: 'skip',
  AXRadioButton: 'skip',
  AXRadioGroup: 'skip',
  AXSlider: 'skip',
  AXSortButton: 'skip',
  AXSwitch: 'skip',
  // Menus
  AXMenu: 'skip',
  AXMenuBar: 'skip',
  AXMenuBarItem: 'skip',
  AXMenuButton: 'skip',
  AXMenuItem: 'skip',
  // Indicators
  AXBusyIndicator: 'skip',
  AXLevelIndicator: 'skip',
  AXProgressIndicator: 'skip',
  AXRelevanceIndicator: 'skip',
  AXValueIndicator: 'skip',
  // Furniture
  AXDockItem: 'skip',
  AXGrowArea: 'skip',
  AXHelpTag: 'skip',
  AXRuler: 'skip',
  AXRulerMarker: 'skip',
  AXScrollBar: 'skip',
  AXSplitter: 'skip',
  AXSystemWide: 'skip',
  AXToolbar: 'skip',
}

/** Where the role alone does not say what a window is, its subrole does. */
export const APPLE_SUBROLES: { readonly [role: string]: string } = {
  AXDrawer: 'drawer',
  AXPopover: 'popover',
  AXSheet: 'sheet',
  AXTabGroup: 'tab',
}

/**
 * The subroles of a secure field, whose role is that of any other (`AXTextField`): an adapter leaves it out.
 *
 * Source  elements 0.2.0 Concepts "Elements" · EL-sec-no-surprise
 */
export const APPLE_SECURE_SUBROLES: readonly string[] = ['AXSecureTextField']
