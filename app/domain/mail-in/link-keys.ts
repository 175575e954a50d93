import type { Bytes } from '../files/files'

/** As `linkKey`, also where a part of an e-mail is quoted-printable: `=3D` is its `=`. */
const rawKey =
  /((?:chat|files)(?:\?|%3F|=3F)(?:id(?:=3D|=|%3D)[\w-]{1,80}(?:(?:&|=26)(?:amp;)?|%26))?t(?:=3D|=|%3D))[\w-]{43}(?![\w-])/gi

const keyLength = 43

/** Quoted-printable breaks lines with it, also inside a word. */
const softBreak = /=\r?\n/g

/** Lines that may be base64. A link takes more characters. */
const base64Run = /[A-Za-z0-9+/\r\n]{60,}/g

/** Bytes that a link takes with its key at most, whatever it is encoded with. */
const longestLink = 1_024

const blot = 'x'

/**
 * An e-mail as it came, with other characters for those of conversations' keys, as `withoutLinkKeys` finds them in
 * its words. All else stays, and so does its length; what signs the words with the key does so no more.
 */
export async function* withoutRawKeys(bytes: Bytes): Bytes {
  let rest = Buffer.alloc(0)
  for await (const piece of bytes) {
    const raw = Buffer.concat([rest, piece])
    blotOut(raw)
    const end = Math.max(0, raw.length - longestLink)
    if (end > 0) yield raw.subarray(0, end)
    rest = raw.subarray(end)
  }
  yield rest
}

function blotOut(raw: Buffer): void {
  const text = raw.toString('latin1')
  blotPlain(raw, text)
  for (const { 0: run, index } of text.matchAll(base64Run))
    blotBase64(raw, run, index, text[index + run.length] === '=')
}

function blotPlain(raw: Buffer, text: string): void {
  const joined = text.replace(softBreak, '')
  const keys = [...keysIn(joined)]
  const at = keys.length > 0 ? placesIn(text, softBreak) : []
  for (const start of keys)
    for (const place of at.slice(start, start + keyLength)) raw.write(blot, place)
}

/** `run` begins anywhere in a group of four characters, which are three bytes; one that `isPadded` ends with a shorter group. */
function blotBase64(raw: Buffer, run: string, index: number, isPadded: boolean): void {
  const lineBreak = /[\r\n]/g
  const digits = run.replace(lineBreak, '')
  for (const skipped of [0, 1, 2, 3]) {
    const length = digits.length - skipped
    const whole = isPadded ? length : length - (length % 4)
    const bytes = Buffer.from(digits.slice(skipped, skipped + whole), 'base64')
    for (const start of keysIn(bytes.toString('latin1'))) {
      bytes.fill(blot, start, start + keyLength)
      const group = Math.floor(start / 3)
      const changed = bytes.subarray(group * 3, Math.ceil((start + keyLength) / 3) * 3)
      const places = placesIn(run, lineBreak).slice(skipped + group * 4)
      // Padding is no part of the run.
      for (const [nth, digit] of [...changed.toString('base64')].entries()) {
        const place = places[nth]
        if (place !== undefined) raw.write(digit, index + place)
      }
    }
  }
}

/** Where keys begin. */
function* keysIn(text: string): Generator<number> {
  for (const { 1: before = '', index } of text.matchAll(rawKey)) yield index + before.length
}

/** Of each character that no break has, its place in the text. */
function placesIn(text: string, breaks: RegExp): number[] {
  const places: number[] = []
  let from = 0
  const add = (to: number) => {
    for (let place = from; place < to; place++) places.push(place)
  }
  for (const { 0: gap, index } of text.matchAll(breaks)) {
    add(index)
    from = index + gap.length
  }
  add(text.length)
  return places
}
