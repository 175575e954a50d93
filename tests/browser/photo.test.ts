import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  saidAfter,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

describe('A photo', () => {
  test('is moved and narrowed before it is sent, and shown as it was chosen', async () => {
    const page = await server.visitor()
    await signUp(page, newEmail(), 'en')
    await open(page, '/dashboard/profile')
    await hydrated(page)
    const blue = { create: { width: 100, height: 100, channels: 3, background: 'blue' } } as const
    const buffer = await sharp({
      create: { width: 300, height: 100, channels: 3, background: 'red' },
    })
      .composite([{ input: blue, left: 200, top: 0 }])
      .png()
      .toBuffer()
    await page
      .locator('input[name=photo]')
      .setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer })
    expect(await page.getByLabel(en.profile.photoDown).isDisabled()).toBe(true)
    await page.getByLabel(en.profile.photoAcross).fill('100')
    await saidAfter(page, en.notices.photoSaved, () =>
      page.getByRole('button', { name: en.profile.photoSubmit }).click(),
    )
    const photo = page.locator('.portrait img')
    const address = (await photo.getAttribute('src')) ?? ''
    const kept = await page.request.get(address)
    const { dominant } = await sharp(await kept.body()).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
    expect(await page.getByLabel(en.profile.photoAcross).count()).toBe(0)
    await page.context().close()
  })
})
