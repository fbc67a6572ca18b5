/** What most callers of the protocol package need: read an answer, read the windows, print either. */
export { parseAnswer, printOutline } from './elements/index.js'
export { parseWindows, printWindows } from './bridge/index.js'
