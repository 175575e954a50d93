import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** A channel may differ by this much of 255 before a pixel counts: text is smoothed a little otherwise. */
const tolerance = 8

/**
 * What runs on `npm run shots:compare -- BEFORE [AFTER]`: compares the pictures of two folders pixel by
 * pixel and names those that differ, with how many pixels and where. Exits with 1 if any does.
 */
async function compare(before: string, after: string) {
  const [old, fresh] = await Promise.all([pictures(before), pictures(after)])
  const missing = [...old, ...fresh].filter((name) => !old.has(name) || !fresh.has(name))
  for (const name of missing) console.log(`${name}: only ${old.has(name) ? 'before' : 'after'}`)
  let different = missing.length
  for (const name of [...old].filter((each) => fresh.has(each)).sort()) {
    const difference = await differenceOf(join(before, name), join(after, name))
    if (!difference) continue
    different += 1
    console.log(`${name}: ${difference}`)
  }
  console.log(`${different} of ${new Set([...old, ...fresh]).size} pictures differ`)
  process.exitCode = different === 0 ? 0 : 1
}

async function pictures(folder: string): Promise<Set<string>> {
  return new Set((await readdir(folder)).filter((name) => name.endsWith('.png')))
}

/** What differs between two pictures, in words; undefined if nothing does. */
async function differenceOf(before: string, after: string): Promise<string | undefined> {
  const [one, other] = await Promise.all([before, after].map(pixels))
  if (!one || !other) return undefined
  const sizes = [one, other].map(({ info }) => `${info.width}×${info.height}`)
  if (sizes[0] !== sizes[1]) return `${sizes[0]} before, ${sizes[1]} after`
  const { width, channels } = one.info
  const rows: number[] = []
  for (let at = 0; at < one.data.length; at += channels) {
    for (let channel = 0; channel < channels; channel += 1) {
      const distance = (one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)
      if (Math.abs(distance) <= tolerance) continue
      rows.push(Math.floor(at / channels / width))
      break
    }
  }
  return rows.length > 0 ? `${rows.length} pixels, in rows ${rows[0]} to ${rows.at(-1)}` : undefined
}

function pixels(file: string) {
  return sharp(file).raw().toBuffer({ resolveWithObject: true })
}

const [before, after = 'shots'] = process.argv.slice(2)
if (!before) throw new Error('Name the folder with the pictures from before.')
await compare(before, after)
