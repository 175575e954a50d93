import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  saidAfter,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer
let owner: Page
let problems: string[]
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.visitor()
  problems = await watchProblems(owner)
  await signUp(owner, newEmail(), 'en')
})
afterAll(() => server.close())

const press = (name: string) => owner.getByRole('button', { name, exact: true }).click()

test('the card changes as one types, and a photo leaves what is typed alone', async () => {
  await open(owner, '/dashboard/shelf')
  await owner.getByRole('link', { name: 'House blend, 250\u00a0g', exact: true }).click()
  await arriveAt(owner, '/dashboard/shelf?product=house-coffee')
  const card = owner.getByRole('complementary', { name: en.shelf.card })
  await owner.getByLabel(en.shelf.price).fill('12.40')
  await owner.getByLabel(`${en.shelf.texts.title} · English`).fill('Night blend')
  await card.getByRole('heading', { name: 'Night blend' }).waitFor()
  await card.getByText('€12.40').waitFor()

  const photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: 'peru' },
  })
    .png()
    .toBuffer()
  const file = { name: 'blend.png', mimeType: 'image/png', buffer: photo }
  await owner.getByLabel(en.shelf.photoAdd).setInputFiles(file)
  await saidAfter(owner, en.notices.photoSaved, () => press(en.shelf.photoSave))
  await expect.poll(() => owner.locator('#photos img').count()).toBe(2)
  await press(`${en.shelf.photoFirst} (2)`)
  await expect.poll(() => card.locator('img.photo').count()).toBe(1)
  expect(await owner.getByLabel(en.shelf.price).inputValue()).toBe('12.40')

  await press(en.shelf.save)
  await owner.getByRole('heading', { name: 'Night blend', level: 1 }).waitFor()
  await open(owner, '/shop')
  await owner.getByRole('link', { name: 'Night blend' }).waitFor()
  await expect
    .poll(() => owner.locator('img.photo').evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBe(512)
  expect(problems).toEqual([])
})
