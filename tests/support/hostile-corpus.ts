import sharp from 'sharp'
import { picture, type Sent } from './uploads'

/** What is in every file that would do something if it were kept as it came. */
export const canary = 'Kanarienvogel'

/** A file that somebody might send to see what happens. */
export interface HostileFile extends Sent {
  /** What is wrong with it. */
  about: string
  /** Whether a picture is in it that could be shown. */
  picture: boolean
}

const script = `<script>alert("${canary}")</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${canary}')"><script>1</script></svg>`
const php = `<?php system("${canary}"); ?>`

/** Markup, programs and archives: none of it is a picture, whatever it is called. */
const others: [string, string | Uint8Array][] = [
  ['a page', `<!DOCTYPE html>${script}`],
  ['a page behind a mark', `\ufeff \n<html>${script}`],
  ['a drawing', svg],
  ['a drawing behind a prologue', `<?xml version="1.0"?><!DOCTYPE svg>${svg}`],
  [
    'a feed',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  ],
  ['a program of a server', php],
  ['a program of a shell', `#!/bin/sh\necho ${canary}`],
  ['a program of Windows', `MZ\x90\0${'\0'.repeat(60)}${canary}`],
  ['a program of Linux', `\x7fELF\x02\x01\x01${'\0'.repeat(60)}${canary}`],
  ['an archive', `PK\x03\x04\x14\0\0\0${canary}`],
  ['a picture that moves', `GIF89a\x01\0\x01\0${script}`],
  ['a picture of another kind', `BM${'\0'.repeat(60)}${canary}`],
  ['a picture of a scanner', `II*\0\x08\0\0\0${canary}`],
  ['a picture of a phone', `\0\0\0\x18ftypheic${canary}`],
  ['a film', `\0\0\0\x18ftypmp42${canary}`],
  ['a document', `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${canary})>>>>endobj`],
  ['a document of a printer', `%!PS-Adobe-3.0\n(${canary}) run`],
  ['instructions to a converter', `push graphic-context\nfill 'url(https://x/"|ls ${canary})'`],
  ['a list of pictures', `#EXTM3U\nfile:///etc/passwd\n${canary}`],
  ['zeros', new Uint8Array(3_000)],
]

/** Names and types as they are made up: each says that it is a picture, or worse. */
const guises: [string, string][] = [
  ['me.png', 'image/png'],
  ['me.jpg', 'image/jpeg'],
  ['me.webp.html', 'text/html'],
  ['../../../build/client/me.svg', 'image/svg+xml'],
  ['me\u202egnp.exe', 'application/x-msdownload'],
]

/** A PNG that says it is so many pixels wide and high, and is not. */
export function bomb(png: Buffer, width: number, height = width): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width >>> 0, 16)
  bytes.writeUInt32BE(height >>> 0, 20)
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value >>> 0
  })
  let sum = 0xffffffff
  for (const byte of bytes.subarray(12, 29)) sum = (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)
  bytes.writeUInt32BE((sum ^ 0xffffffff) >>> 0, 29)
  return bytes
}

/** A JPEG with a comment in front of its picture. */
export function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}

/**
 * More than two hundred files as attackers send them: what is no picture under the names and types of
 * pictures, pictures with something behind, before or within them, cut and flipped ones, and such as
 * would fill the memory of a program that draws them.
 */
export async function hostileFiles(): Promise<HostileFile[]> {
  const png = await picture().png().toBuffer()
  const jpeg = await picture().jpeg().toBuffer()
  const webp = await picture().webp().toBuffer()
  const whole = { png, jpeg, webp }
  const file = (about: string, name: string, bytes: Sent['bytes'], isPicture = false) => ({
    about,
    name,
    bytes,
    type: `image/${name.split('.').at(-1)}`,
    picture: isPicture,
  })

  const disguised = others.flatMap(([about, bytes]) =>
    guises.map(([name, type]) => ({ about, name, bytes, type, picture: false })),
  )
  const polyglots = Object.entries(whole).flatMap(([ending, bytes]) =>
    [script, php, `PK\x03\x04${canary}`, svg, canary.repeat(5_000)].map((tail) =>
      file(
        'a picture with a tail',
        `x.${ending}.php`,
        Buffer.concat([bytes, Buffer.from(tail)]),
        true,
      ),
    ),
  )
  const headed = Object.entries(whole).flatMap(([ending, bytes]) => [
    file(
      'the head of a picture on a page',
      `x.${ending}`,
      Buffer.concat([bytes.subarray(0, 16), Buffer.from(script)]),
    ),
    file('a page before a picture', `x.${ending}`, Buffer.concat([Buffer.from(script), bytes])),
    file('a picture in two layers of text', `x.${ending}`, bytes.toString('base64') + canary),
  ])
  const cut = Object.entries(whole).flatMap(([ending, bytes]) =>
    [1, 2, 4, 8, 11, 12, 16, 20, 30, 40].map((size) =>
      file('a picture that breaks off', `x.${ending}`, bytes.subarray(0, size)),
    ),
  )
  const flipped = Object.entries(whole).flatMap(([ending, bytes]) =>
    [13, 21, 27, 35, 50, 70].map((index) => {
      const other = Buffer.concat([bytes, Buffer.from(canary)])
      other[index] = (other[index] ?? 0) ^ 0xff
      // Some of them can still be drawn: then nothing but what they show may be left.
      return file('a picture with a wrong byte', `x.${ending}`, other, true)
    }),
  )
  const lying = Object.entries(whole).flatMap(([ending, bytes]) =>
    Object.keys(whole)
      .filter((other) => other !== ending)
      .map((other) => file('a picture under another name', `x.${other}`, bytes, true)),
  )
  const bombs = [
    ...[5_001, 20_000, 65_535, 2 ** 31 - 1, 2 ** 32 - 1].map((side) =>
      file(`${side} pixels a side`, 'x.png', bomb(png, side)),
    ),
    file('a line of pixels', 'x.png', bomb(png, 2 ** 31 - 1, 1)),
    file('no pixels at all', 'x.png', bomb(png, 0)),
    file(
      'forty million pixels of one colour',
      'x.png',
      await picture(8_000, 5_000).png({ compressionLevel: 9 }).toBuffer(),
    ),
    file('thirty million of them as WebP', 'x.webp', await picture(6_000, 5_000).webp().toBuffer()),
  ]
  const noted = [
    file('a page in a comment', 'x.jpeg', withComment(jpeg, script), true),
    ...(await Promise.all(
      (['png', 'jpeg', 'webp'] as const).map(async (format) => {
        const exif = { IFD0: { Artist: script, Copyright: php } }
        const bytes = await picture().withExif(exif).toFormat(format).toBuffer()
        return file('a page in the notes', `x.${format}`, bytes, true)
      }),
    )),
    file(
      'a picture that turns itself',
      'x.jpeg',
      Buffer.concat([
        await picture().withMetadata({ orientation: 8 }).jpeg().toBuffer(),
        Buffer.from(canary),
      ]),
      true,
    ),
    file(
      'a grey one in sixteen bits',
      'x.png',
      await picture().toColourspace('grey16').png().toBuffer(),
      true,
    ),
    file(
      'one for a printing press',
      'x.jpeg',
      await picture().toColourspace('cmyk').jpeg().toBuffer(),
      true,
    ),
    file('one of a single pixel', 'x.png', await picture(1, 1).png().toBuffer(), true),
    file('one that is a line', 'x.png', await picture(5_000, 1).png().toBuffer(), true),
    file(
      'one that moves',
      'x.webp',
      await sharp({
        create: { width: 20, height: 400, channels: 3, background: 'red', pageHeight: 20 },
      } as never)
        .webp({ loop: 0 })
        .toBuffer(),
      true,
    ),
  ]
  const named = [
    'a\r\nSet-Cookie: x=1.png',
    'x".png',
    'x\0.png',
    'CON.png',
    '...',
    `${'ü'.repeat(2_000)}.png`,
    '<img src=x onerror=alert(1)>.png',
    'C:\\Windows\\x.png',
    '%2e%2e%2fx.png',
  ].map((name) => file('a name', name, Buffer.concat([png, Buffer.from(canary)]), true))
  return [
    ...disguised,
    ...polyglots,
    ...headed,
    ...cut,
    ...flipped,
    ...lying,
    ...bombs,
    ...noted,
    ...named,
  ]
}
