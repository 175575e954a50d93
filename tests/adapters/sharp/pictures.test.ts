import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPictureEncoder } from '../../../app/adapters/sharp/pictures.server'
import { bytesOf } from '../../../app/domain/files/files'
import { givenUp, middle } from '../../../app/domain/files/pictures'

const encoder = createPictureEncoder()
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })

test.each([
  ['image/png', (side: number) => canvas(side, side).png().toBuffer()],
  ['image/jpeg', (side: number) => canvas(side, side).jpeg().toBuffer()],
  ['image/webp', (side: number) => canvas(side, side).webp().toBuffer()],
] as const)(
  'a picture stays %s, with a preview that is never larger than it is',
  async (type, make) => {
    const bytes = await make(100)
    const rendered = await encoder.encode(async () => bytesOf(bytes), type)
    if (typeof rendered === 'string') throw new Error(rendered)
    expect(rendered).toMatchObject({ type, width: 100, height: 100 })
    const preview = await sharp(rendered.preview).metadata()
    expect(preview).toMatchObject({ format: 'jpeg', width: 100, height: 100 })
  },
)

test('a GIF becomes a PNG of its first frame', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all([frame('red'), frame('blue')])
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const rendered = await encoder.encode(async () => bytesOf(moving), 'image/gif')
  if (typeof rendered === 'string') throw new Error(rendered)
  expect(rendered).toMatchObject({ type: 'image/png', width: 20, height: 20 })
  expect(await sharp(rendered.bytes).metadata()).toMatchObject({ format: 'png', height: 20 })
})

test('one of another type than it is said to be is broken', async () => {
  const bytes = await canvas(9, 9).png().toBuffer()
  expect(await encoder.encode(async () => bytesOf(bytes), 'image/webp')).toBe('broken')
})

test('one is drawn at a time, and each has its turn', async () => {
  const bytes = await canvas(200, 200).webp().toBuffer()
  let reading = 0
  let most = 0
  const read = async function* () {
    most = Math.max(most, ++reading)
    yield bytes
    reading--
  }
  const all = Array.from({ length: 6 }, () => encoder.encode(async () => read(), 'image/webp'))
  expect((await Promise.all(all)).every((rendered) => typeof rendered !== 'string')).toBe(true)
  // One is looked at while another one is drawn.
  expect(most).toBeLessThanOrEqual(2)
})

test('a picture given up while it is encoded is slow, while it waits busy', () => {
  expect([givenUp(5_000), givenUp(4_999)]).toEqual(['slow', 'busy'])
})

test('whoever cannot read it does not keep others from their turn', async () => {
  const fail = async () => {
    throw new Error('The file is gone')
  }
  for (let time = 0; time < 3; time++) {
    await expect(encoder.encode(fail, 'image/png')).rejects.toThrow('The file is gone')
  }
  const bytes = await canvas(9, 9).png().toBuffer()
  expect(await encoder.encode(async () => bytesOf(bytes), 'image/png')).toMatchObject({ width: 9 })
})

describe('a photo', () => {
  /** Red on the left, blue on the right: three times as wide as high. */
  const flag = () =>
    sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } }).composite([
      {
        input: { create: { width: 150, height: 100, channels: 3, background: 'blue' } },
        left: 150,
        top: 0,
      },
    ])

  async function crop(bytes: Uint8Array, x: number, zoom = 1) {
    const photo = await encoder.crop(async () => bytesOf(bytes), 'image/png', { x, y: 0.5, zoom })
    if (typeof photo === 'string') throw new Error(photo)
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    const { data } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    /** Which colour is at so much of the width. */
    return (index: number) => {
      const at = (256 * 512 + Math.floor(index * 511)) * 3
      return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
    }
  }

  test('is the square that was asked for', async () => {
    const bytes = await flag().png().toBuffer()
    const centre = await crop(bytes, 0.5)
    expect([centre(0), centre(0.45), centre(0.55), centre(1)]).toEqual([
      'red',
      'red',
      'blue',
      'blue',
    ])
    const left = await crop(bytes, 0)
    expect([left(0), left(1)]).toEqual(['red', 'red'])
    const right = await crop(bytes, 1)
    expect([right(0), right(1)]).toEqual(['blue', 'blue'])
    const near = await crop(bytes, 0.45, 4)
    expect([near(0), near(1)]).toEqual(['red', 'red'])
  })

  test('is upright, and has no location', async () => {
    const lying = await sharp(await flag().png().toBuffer())
      .rotate(90)
      .withExif({ IFD3: { GPSLatitude: '52/1' } })
      .png()
      .toBuffer()
    // Orientation 8: to be turned by 270°, which undoes it.
    const turned = await sharp(lying).withMetadata({ orientation: 8 }).png().toBuffer()
    const left = await crop(turned, 0)
    expect([left(0), left(1)]).toEqual(['red', 'red'])
    const photo = await encoder.crop(async () => bytesOf(turned), 'image/png', middle)
    expect((await sharp(photo as Uint8Array).metadata()).exif).toBeUndefined()
  })

  test('is made even of a single pixel', async () => {
    const dot = await canvas(1, 1).png().toBuffer()
    await crop(dot, 1, 4)
  })
})
