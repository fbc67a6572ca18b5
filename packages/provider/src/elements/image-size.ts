/** How large a picture is drawn, read from its first bytes where that is cheap (EL-5.5-small). */

/** Units: pixels. */
export type ImageSize = { width: number; height: number }

/**
 * The size of a PNG or GIF picture; undefined for any other, or what is none.
 *
 * Shape   looks at 24 bytes, however large the picture is.
 */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = firstBytes(base64)
  const at = (index: number): number => bytes[index] ?? 0
  if (startsWith(bytes, PNG)) {
    const number = (index: number) =>
      at(index) * 2 ** 24 + at(index + 1) * 2 ** 16 + at(index + 2) * 2 ** 8 + at(index + 3)
    return { width: number(16), height: number(20) }
  }
  if (startsWith(bytes, GIF)) return { width: at(6) + at(7) * 256, height: at(8) + at(9) * 256 }
  return undefined
}

const PNG = [0x89, 0x50, 0x4e, 0x47]
const GIF = [0x47, 0x49, 0x46, 0x38]

const startsWith = (bytes: readonly number[], start: readonly number[]): boolean =>
  bytes.length === 24 && start.every((byte, index) => bytes[index] === byte)

function firstBytes(base64: string): number[] {
  try {
    return Array.from(atob(base64.slice(0, 32)), sign => sign.charCodeAt(0))
  } catch {
    return []
  }
}
