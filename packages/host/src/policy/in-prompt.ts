/** What an app says, written so that it stays data inside a prompt (FR-39). */
import { inert } from '@copane/protocol/elements'

/**
 * A line of JSON strings and plain words in which nothing an app wrote can act as markup.
 *
 * Shape   one line without control, bidirectional or invisible characters; a `<` that could open a tag is written as its
 *         JSON escape, so no text closes the marks around it or looks like a model's own. Its strings parse to the same.
 */
export const inertInPrompt = (line: string): string => inert(line).replace(TAG, '\\u003c')

/** What is quoted inside a line. */
export const quoted = (text: string): string => inertInPrompt(JSON.stringify(text))

const TAG = /<(?=[a-z/|!?])/gi
