import type { Dialog, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arriveAt,
  hydrated,
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
  server = await openTestServer(async ({ catalogue }) => {
    await catalogue.change(({ pickup: _, ...rest }) => ({ catalogue: rest }), new Date())
  })
  owner = await server.visitor()
  problems = await watchProblems(owner)
  await signUp(owner, newEmail(), 'en')
})
afterAll(() => server.close())

const press = (name: string) => owner.getByRole('button', { name, exact: true }).click()

test('the card changes as one types, and one press saves a chosen photo with it', async () => {
  await open(owner, '/dashboard/shelf')
  await owner.getByRole('link', { name: 'House blend, 250\u00a0g', exact: true }).click()
  await arriveAt(owner, '/dashboard/shelf/product?product=house-coffee')
  const card = owner.getByRole('complementary', { name: en.shelf.card })
  await owner.getByLabel(en.shelf.price).fill('')
  await expect.poll(() => card.locator('.price').count()).toBe(0)
  await owner.getByLabel(en.shelf.price).fill('12.40')
  await owner.getByLabel(en.shelf.texts.title, { exact: true }).fill('Night blend')
  await card.getByRole('heading', { name: 'Night blend' }).waitFor()
  await card.getByText('€12.40').waitFor()
  // The price per measure is the earlier price's until it is typed as well.
  expect(await card.getByText('/ kg').count()).toBe(0)
  await owner.locator('[name=unitAmount]').fill('49.60')
  await card.getByText('€49.60 / kg').waitFor()

  const photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: 'peru' },
  })
    .png()
    .toBuffer()
  const file = { name: 'blend.png', mimeType: 'image/png', buffer: photo }
  await owner.getByLabel(en.shelf.photoAdd).setInputFiles(file)
  await owner.getByLabel(en.shelf.price).fill('')
  await press(en.shelf.save)
  await owner.locator('[name=price][aria-invalid=true]').waitFor()
  const chosen = () => owner.getByLabel(en.shelf.photoAdd).inputValue()
  expect(await chosen()).toContain('blend.png')
  expect(problems.splice(0)).toEqual([expect.stringContaining('400')])
  await owner.getByLabel(en.shelf.price).fill('12.40')
  await saidAfter(owner, en.notices.productSaved, () => press(en.shelf.save))
  await owner.getByRole('heading', { name: 'Night blend', level: 1 }).waitFor()
  await expect.poll(() => owner.locator('#photos img').count()).toBe(2)
  await expect.poll(chosen).toBe('')

  await owner.getByLabel(en.shelf.price).fill('12.60')
  await press(`${en.shelf.photoFirst} (2)`)
  await expect.poll(() => card.locator('img.photo').count()).toBe(1)
  expect(await owner.getByLabel(en.shelf.price).inputValue()).toBe('12.60')
  await press(en.shelf.save)
  await open(owner, '/shop')
  await owner.getByRole('link', { name: 'Night blend' }).waitFor()
  await expect
    .poll(() => owner.locator('img.photo').evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBe(512)
  expect(problems).toEqual([])
})

const texts = ['title', 'summary', 'description', 'deliveryTime'] as const

test('the photo of a new product is in the preview as soon as it is chosen', async () => {
  await open(owner, '/dashboard/shelf/product')
  await hydrated(owner)
  await owner.locator('#picture').setInputFiles('docs/home.png')
  const shown = owner.locator('.editor aside img.photo')
  await shown.waitFor()
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined()
})

test('pick-up is set up in a new tab while a product is typed', async () => {
  await open(owner, '/dashboard/shelf/product')
  for (const name of texts) {
    await owner.getByLabel(en.shelf.texts[name], { exact: true }).fill(`Poppy seed cake ${name}`)
  }
  await owner.getByLabel(en.shelf.price).fill('24.50')
  await owner.locator('[name=category]').selectOption({ index: 1 })
  await owner.getByText(en.shelf.otherwise).click()
  await owner.getByLabel(en.shelf.delivery).selectOption('pickup')
  await press(en.shelf.save)
  await owner.locator('#delivery-error').waitFor()
  const opened = owner.context().waitForEvent('page')
  await owner.getByRole('link', { name: en.shelf.deliverySet }).click()
  const shipping = await opened
  await shipping.locator('[name=pickup]').check()
  await shipping.locator('[name=whenEn]').fill('daily')
  await shipping.getByRole('button', { name: en.shelf.shippingSave }).click()
  await shipping.getByText(en.notices.shippingSaved).first().waitFor()
  await shipping.close()
  await press(en.shelf.save)
  await arriveAt(owner, /product=poppy-seed-cake/)
  expect(await owner.getByLabel(en.shelf.price).inputValue()).toBe('24.50')
})

test('an error in a part that was folded away unfolds it', async () => {
  await open(owner, '/dashboard/shelf/product?product=house-coffee')
  await owner.locator('[name=unitAmount]').fill('much')
  await owner.getByText(en.shelf.byMeasure).click()
  expect(await owner.locator('[name=unitAmount]').isVisible()).toBe(false)
  await press(en.shelf.save)
  await owner.locator('#unitAmount-error').waitFor()
  expect(await owner.locator('[name=unitAmount]').isVisible()).toBe(true)
})

test.each([
  [1440, 900],
  [390, 844],
])(
  'Save is in sight all along the form, and hides no field in use: %i × %i',
  async (width, height) => {
    await owner.setViewportSize({ width, height })
    await open(owner, '/dashboard/shelf/product?product=house-coffee')
    const form = owner.locator('main form', { has: owner.locator('[name=titleEn]') })
    const bar = owner.locator('.save-bar')
    const fields = form.locator(
      'input:not([type=hidden]):visible, textarea:visible, select:visible',
    )
    const count = await fields.count()
    expect(count).toBeGreaterThan(12)
    for (let index = 0; index < count; index += 1) {
      const field = fields.nth(index)
      await field.focus()
      const name = await field.getAttribute('name')
      const { y = 0, height: tall = 0 } = (await field.boundingBox()) ?? {}
      const save = (await bar.boundingBox()) ?? { y: 0, height: 0 }
      expect([name, y >= 0, y + tall <= save.y]).toEqual([name, true, true])
      expect(save.y + save.height).toBeLessThanOrEqual(height)
    }
  },
)

test('asks before what is typed or was refused is left unsaved', async () => {
  const product = '/dashboard/shelf/product?product=house-coffee'
  await owner.setViewportSize({ width: 1440, height: 900 })
  await open(owner, product)
  const price = owner.getByLabel(en.shelf.price)
  const away = owner.getByRole('link', { name: en.dashboard.company })
  const { leave } = en.dashboard
  const questions: string[] = []
  let leaves = false
  const answer = (dialog: Dialog) => {
    questions.push(dialog.message())
    return leaves ? dialog.accept() : dialog.dismiss()
  }
  owner.on('dialog', answer)
  await price.fill('13')
  await away.click()
  await expect.poll(() => questions).toEqual([leave])
  await arriveAt(owner, product)
  expect(await price.inputValue()).toBe('13')

  await price.fill('much')
  await press(en.shelf.save)
  await owner.locator('#price-error').waitFor()
  await away.click()
  await expect.poll(() => questions).toEqual([leave, leave])
  await price.fill('13')
  await owner.getByLabel(en.shelf.vatRate).selectOption('7')
  await saidAfter(owner, en.notices.productSaved, () => press(en.shelf.save))
  await away.click()
  await arriveAt(owner, '/dashboard/company')
  expect(questions).toHaveLength(2)

  await open(owner, product)
  await price.fill('14')
  leaves = true
  await away.click()
  await arriveAt(owner, '/dashboard/company')
  expect(questions).toHaveLength(3)

  await open(owner, '/dashboard/settings/notifications')
  const ticket = owner.locator('[name=ticket]')
  const other = await ticket.locator('option:not(:checked)').first().getAttribute('value')
  await ticket.selectOption(other)
  const save = owner.locator('main form [value=save-notifications]').last()
  await saidAfter(owner, en.notices.notificationsSaved, () => save.click())
  await away.click()
  await arriveAt(owner, '/dashboard/company')
  expect(questions).toHaveLength(3)
  owner.off('dialog', answer)
})

test('a wide window has the languages and the card beside each other', async () => {
  await owner.setViewportSize({ width: 1440, height: 900 })
  await open(owner, '/dashboard/shelf/product?product=house-coffee')
  const [english, german, card] = await Promise.all(
    ['[name=titleEn]', '[name=titleDe]', 'main aside'].map((part) =>
      owner.locator(part).boundingBox(),
    ),
  )
  expect(english?.y).toBe(german?.y)
  expect(german?.x).toBeGreaterThan((english?.x ?? 0) + (english?.width ?? 0))
  expect(card?.x).toBeGreaterThan((german?.x ?? 0) + (german?.width ?? 0))
})

test('A field’s error goes as soon as the field is changed', async () => {
  await open(owner, '/dashboard/shelf/product')
  await hydrated(owner)
  await press(en.shelf.save)
  const title = owner.getByLabel(en.shelf.texts.title, { exact: true })
  const field = owner.locator('.field', { has: title })
  await field.getByRole('alert').waitFor()
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  const listed = owner.locator('[data-problem]').getByRole('link')
  const wrong = await listed.count()
  await title.fill('Rye bread')
  await expect.poll(() => field.getByRole('alert').count()).toBe(0)
  await expect.poll(() => listed.count()).toBe(wrong - 1)
  expect(await title.getAttribute('aria-invalid')).toBeNull()
  // Refused again, it is back.
  await title.fill('')
  await press(en.shelf.save)
  await field.getByRole('alert').waitFor()
})

test.each([
  ['one product', '/shop?q=bell', 1],
  ['two products', '/shop?category=services', 2],
])('A shelf of %s fills its row in a wide window', async (_, address, count) => {
  const guest = await server.visitor()
  await guest.setViewportSize({ width: 1280, height: 800 })
  await open(guest, address)
  const cards = guest.locator('.cards')
  expect(await cards.locator('> li').count()).toBe(count)
  const left = await cards.evaluate((all) => {
    const ends = [all, all.lastElementChild].map((each) => each?.getBoundingClientRect().right ?? 0)
    return Math.max(...ends) - Math.min(...ends)
  })
  expect(left).toBeLessThan(1)
  await guest.context().close()
})
