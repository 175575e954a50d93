import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureEncoder } from '../../../app/adapters/sharp/pictures.server'
import { bytesOf } from '../../../app/domain/files'

const encoder = createPictureEncoder()
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })

test.each([
  ['image/png', (side: number) => draw(side, side).png().toBuffer()],
  ['image/jpeg', (side: number) => draw(side, side).jpeg().toBuffer()],
  ['image/webp', (side: number) => draw(side, side).webp().toBuffer()],
] as const)(
  'a picture stays %s, with a preview that is never larger than it is',
  async (type, make) => {
    const bytes = await make(100)
    const drawn = await encoder.encode(async () => bytesOf(bytes), type)
    if (typeof drawn === 'string') throw new Error(drawn)
    expect(drawn).toMatchObject({ type, width: 100, height: 100 })
    const preview = await sharp(drawn.preview).metadata()
    expect(preview).toMatchObject({ format: 'jpeg', width: 100, height: 100 })
  },
)

test('one of another type than it is said to be is broken', async () => {
  const bytes = await draw(9, 9).png().toBuffer()
  expect(await encoder.encode(async () => bytesOf(bytes), 'image/webp')).toBe('broken')
})

test('two are drawn at a time, and each has its turn', async () => {
  const bytes = await draw(200, 200).webp().toBuffer()
  let begun = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const read = async () => {
    begun++
    await gate
    return bytesOf(bytes)
  }
  const all = Array.from({ length: 6 }, () => encoder.encode(read, 'image/webp'))
  await expect.poll(() => begun).toBe(2)
  open()
  expect((await Promise.all(all)).every((drawn) => typeof drawn !== 'string')).toBe(true)
  expect(begun).toBe(6)
})

test('whoever cannot read it does not keep others from their turn', async () => {
  const fail = async () => {
    throw new Error('The file is gone')
  }
  for (let time = 0; time < 3; time++) {
    await expect(encoder.encode(fail, 'image/png')).rejects.toThrow('The file is gone')
  }
  const bytes = await draw(9, 9).png().toBuffer()
  expect(await encoder.encode(async () => bytesOf(bytes), 'image/png')).toMatchObject({ width: 9 })
})
