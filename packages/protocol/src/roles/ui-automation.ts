/** From UI Automation control types to the thirteen roles (elements §5.2 · EL-5.2-nearest-role, EL-5.2-no-furniture). */
import type { RoleMap } from './verdict.js'

/**
 * What becomes of each control type, by its programmatic name without the prefix `ControlType.`.
 *
 * Shape   a `TabItem` is a Window for what is on it; browsers give this type to tabs of a web page too, which
 *         hold nothing: an adapter skips a tab without content.
 */
export const UI_AUTOMATION_ROLES: RoleMap = {
  // Windows; the app itself is the root of all windows of a process
  Pane: 'Group',
  TabItem: 'Window',
  Window: 'Window',
  // Documents and pictures
  Document: 'Document',
  Image: 'Image',
  // Containers
  Custom: 'Group',
  Group: 'Group',
  SemanticZoom: 'through',
  Tab: 'through',
  // Lists; nesting shows the hierarchy
  List: 'List',
  Tree: 'List',
  // Tables are rows of cells
  DataGrid: 'Table',
  Table: 'Table',
  Calendar: 'skip',
  DataItem: 'Row',
  Header: 'Row',
  HeaderItem: 'Cell',
  ListItem: 'Row',
  TreeItem: 'Row',
  // Text
  Edit: 'Text',
  Hyperlink: 'Link',
  Text: 'Text',
  // Controls
  Button: 'skip',
  CheckBox: 'skip',
  ComboBox: 'skip',
  RadioButton: 'skip',
  Slider: 'skip',
  Spinner: 'skip',
  SplitButton: 'skip',
  // Menus
  AppBar: 'skip',
  Menu: 'skip',
  MenuBar: 'skip',
  MenuItem: 'skip',
  // Indicators and furniture
  ProgressBar: 'skip',
  ScrollBar: 'skip',
  Separator: 'skip',
  StatusBar: 'skip',
  Thumb: 'skip',
  TitleBar: 'skip',
  ToolBar: 'skip',
  ToolTip: 'skip',
}

/** Where the role alone does not say what a window is, its subrole does. */
export const UI_AUTOMATION_SUBROLES: { readonly [type: string]: string } = { TabItem: 'tab' }

/**
 * The properties that are true of a secure field, whose control type is that of any other (`Edit`): an adapter
 * leaves it out.
 *
 * Source  elements 0.2.0 Concepts "Elements" · EL-sec-no-surprise
 */
export const UI_AUTOMATION_SECURE_PROPERTIES: readonly string[] = ['IsPassword']
