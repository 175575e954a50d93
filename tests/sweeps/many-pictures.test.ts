import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createPictureEncoder } from '../../app/adapters/sharp/pictures.server'
import { bytesOf } from '../../app/domain/files/files'
import { middle } from '../../app/domain/files/pictures'

const encoder = createPictureEncoder()

test('more pixels than may wait are refused as busy, and not as too many', async () => {
  const bytes = await sharp({
    create: { width: 5_000, height: 5_000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  const all = Array.from({ length: 40 }, () =>
    encoder.crop(async () => bytesOf(bytes), 'image/png', middle),
  )
  const rendered = await Promise.all(all)
  const refused = rendered.filter((each) => typeof each === 'string')
  expect(new Set(refused)).toEqual(new Set(['busy']))
  expect(rendered.length - refused.length).toBeGreaterThanOrEqual(20)
})
