/** The form of an element id (elements §5.1 · EL-5.1-id-form · D-21). */

const FORM = /^[A-Za-z0-9_-]{1,128}$/

/** True for 1 to 128 ASCII letters, digits, hyphens and underscores. */
export const isElementId = (value: unknown): value is string => typeof value === 'string' && FORM.test(value)
