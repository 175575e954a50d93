import type { Page } from 'playwright-core'
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
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer
const email = newEmail()
beforeAll(async () => {
  server = await openTestServer(async ({ legal, site }) => {
    await legal.change(() => ({ details: { texts: {} } }))
    await site.change((current) => ({ settings: { ...current, shop: { open: false } } }))
  })
})
afterAll(() => server.close())

const room = '/de/dashboard/company'

test('with scripts off, an owner writes what is missing, and the shop opens', async () => {
  const owner = await server.visitor({ javaScript: false, language: 'de' })
  const visitor = await server.visitor({ javaScript: false, language: 'de' })
  const follow = (name: string) => owner.getByRole('link', { name, exact: true }).click()
  const press = (name: string) => owner.getByRole('button', { name, exact: true }).click()
  const fill = (label: string, text: string) => owner.getByLabel(label, { exact: true }).fill(text)
  await signUp(owner, email, 'de')
  await open(owner, '/de/dashboard')
  await follow(de.dashboard.company)
  await owner.getByText(de.company.done.replace('{{done}}', '0').replace('{{all}}', '5')).waitFor()

  await follow(de.company.parts.details)
  await press(de.company.saveDetails)
  await owner.getByText(de.company.errors.empty).first().waitFor()
  for (const [label, text] of [
    [de.company.name, 'Café Morgenrot e. K.'],
    [de.company.street, 'Lindenallee 7'],
    [de.company.postcode, '10405'],
    [de.company.city, 'Berlin'],
    [de.legal.representatives, 'Mara Morgenrot'],
    [de.legal.email, 'mara@morgenrot.test'],
    [de.legal.phone, '030 23125777'],
    [de.company.taxNumber, '37/123/45678'],
  ] as const) {
    await fill(label, text)
  }
  await press(de.company.saveDetails)
  await arriveAt(owner, room)

  await follow(de.guide.next.replace('{{part}}', de.company.parts.bank))
  await fill(de.company.holder, 'Mara Morgenrot')
  await fill(de.company.iban, 'DE89370400440532013000')
  await press(de.company.saveBank)
  await arriveAt(owner, room)

  await open(owner, `${room}?text=delivery&in=en`)
  await fill(`${de.company.text} · Englisch`, '# Delivery\n\nBy bicycle, from {address}.')
  await press(de.company.preview)
  await owner.getByText('By bicycle, from Lindenallee 7, 10405 Berlin.').waitFor()
  await open(visitor, '/de/shop')
  await visitor.getByText(de.shop.closed).waitFor()
  await press(de.company.saveText)
  await arriveAt(owner, room)
  const texts = de.company.parts.texts
  await follow(de.guide.next.replace('{{part}}', `${texts} (Deutsch)`))
  await press(de.company.samples.take_other.replace('{{count}}', '6'))
  await arriveAt(owner, room)
  await owner.getByText(de.company.opening.emptyText).waitFor()
  await open(owner, '/de/dashboard/shelf/product?product=house-coffee')
  await fill(de.shelf.price, '8,40')
  await press(de.shelf.save)
  await owner.locator('.banner', { hasText: de.notices.productSaved }).waitFor()
  await open(owner, room)
  await owner.getByText(de.company.opening.readyText).waitFor()
  await press(de.company.opening.pressWithoutSamples)
  await owner.locator('.banner', { hasText: de.notices.shopOpened }).waitFor()
  await open(visitor, '/de/shop')
  await visitor.getByRole('heading', { name: de.shop.heading }).waitFor()
})

test('with scripts, the preview follows what is typed', async () => {
  const owner: Page = await server.visitor()
  const problems = await watchProblems(owner)
  await open(owner, '/login?redirect=%2Fdashboard%2Fcompany%3Ftext%3Dterms')
  await owner.locator('input[name=email]').fill(email)
  await owner.locator('input[name=password]').fill('kettle-on-the-stove')
  await owner.locator('form:has(input[name=password]) button').first().click()
  const preview = owner.getByRole('complementary', { name: en.company.preview })
  await preview.waitFor()
  await owner
    .getByLabel(`${en.company.text} · English`)
    .fill('# Prices\n\nAsk {name}.\n\n- by card\n- by card')
  await preview.getByText('Ask Café Morgenrot e. K..').waitFor()
  expect(await preview.getByRole('listitem').count()).toBe(2)
  await saidAfter(owner, en.notices.companySaved, () =>
    owner.getByRole('button', { name: en.company.saveText }).click(),
  )
  expect(problems).toEqual([])
})

test('An unticked box has the ground of a field, in the dark too', async () => {
  const owner: Page = await server.visitor()
  await owner.emulateMedia({ colorScheme: 'dark' })
  await open(owner, '/login?redirect=%2Fdashboard%2Fcompany%3Fdetails')
  await owner.locator('input[name=email]').fill(email)
  await owner.locator('input[name=password]').fill('kettle-on-the-stove')
  await owner.locator('form:has(input[name=password]) button').first().click()
  const box = owner.locator('input[name=smallBusiness]')
  const look = () =>
    box.evaluate((each) => {
      const { appearance, backgroundColor, width, height } = getComputedStyle(each)
      const ground = getComputedStyle(document.querySelector('input[name=street]') ?? each)
      return {
        drawn: appearance === 'none',
        like: backgroundColor === ground.backgroundColor,
        size: [width, height],
      }
    })
  await box.waitFor()
  expect(await look()).toEqual({ drawn: true, like: true, size: ['24px', '24px'] })
  await box.check()
  expect(await look()).toMatchObject({ drawn: false, size: ['24px', '24px'] })
})
