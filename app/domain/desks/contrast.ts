/** `#rrggbb` in lower case. */
export type Colour = `#${string}`

/** Least contrast of text. Source: WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5

const black: Colour = '#000000'
const white: Colour = '#ffffff'

export function isColour(text: string): text is Colour {
  return /^#[0-9a-f]{6}$/.test(text)
}

/** From 1 (equal) to 21 (black on white). Source: WCAG 2.2. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Rounded down to one decimal: 4.49 must not read as 4.5. */
export function shownContrast(found: number): number {
  return Math.floor(found * 10) / 10
}

/** The colour, or the nearest of its tone that is readable on the ground. */
export function readable(colour: Colour, ground: Colour): Colour {
  if (contrast(colour, ground) >= leastContrast) return colour
  const end = contrast(black, ground) > contrast(white, ground) ? black : white
  const steps = 256
  for (let step = 1; step < steps; step += 1) {
    const mixed = mix(colour, end, step / steps)
    if (contrast(mixed, ground) >= leastContrast) return mixed
  }
  return end
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const ends = channels(to)
  const mixed = channels(from).map((each, index) => each + ((ends[index] ?? 0) - each) * share)
  return `#${mixed.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`
}

/** From 0 (black) to 1 (white). */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((each) => {
    const part = each / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 0 to 255. */
function channels(colour: Colour): number[] {
  return [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16))
}
