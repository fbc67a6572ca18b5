/** Where a state is said that does not belong there (EL-5.3-state-once, EL-5.3-reachable). */
import { isRecord } from '../findings/shape.js'

/** True for an element, or a list of elements, that says it is selected or focused. */
export const holdsState = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isMarked) : isMarked(value)

const isMarked = (value: unknown): boolean =>
  isRecord(value) && (value.selected === true || value.focused === true)

/** True for an attribute that repeats a state: yes or no, or a list, under its name; other values are the app's own. */
export const isRepeatedState = (name: string, value: unknown): boolean =>
  isStateName(name) && (typeof value === 'boolean' || Array.isArray(value))

/** True for what a state would be called beside the tree or among attributes. */
export function isStateName(name: string): boolean {
  switch (name) {
    case 'selected':
    case 'focused':
    case 'visible':
    case 'hovered':
    case 'focus':
      return true
    default:
      return false
  }
}
