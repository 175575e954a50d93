import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partsOfRooms } from '../support/desk-rooms'
import { elements, field, languageOf } from '../support/html'
import { type Owner, openTestServer, type TestServer } from '../support/test-server'
import { fillCart } from '../support/till'

let server: TestServer
let manager: Owner
let colleague: Owner
let cart: string

const settings = (section: string) => `/dashboard/settings/${section}`

const withText = [
  ...partsOfRooms,
  '/dashboard/home',
  '/dashboard/feedback',
  '/dashboard/embed',
  '/dashboard/profile',
  ...['general', 'exceptions', 'away', 'replies', 'privacy', 'people'].map(settings),
  settings('mail'),
  '/shop/checkout',
  '/shop/success',
  '/withdrawal?cancel',
]

/** Times and choices alone. */
const withoutText = [settings('hours'), settings('notifications')]

const ofColleagues = [
  '/dashboard',
  '/dashboard/feedback',
  '/dashboard/profile',
  '/dashboard/orders',
  ...['general', 'replies', 'notifications'].map(settings),
]

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
  })
  manager = await server.signUp()
  colleague = await server.join(manager.desk, 'colleague')
  await server.begin('Is it open?')
  cart = await fillCart(server, { 'house-coffee': 1 })
})

afterAll(() => server.close())

async function show(path: string, { cookie }: Owner = manager) {
  const { text, status } = await server.ask(path, { cookie: `${cookie}; ${cart}` })
  expect([path, status]).toEqual([path, 200])
  return text
}

/** The form with an id, with what it contains and the names of fields for text. */
function formWith(html: string, id: string) {
  const [, inside = ''] =
    new RegExp(`<form\\b[^>]* id="${id}"[^>]*>(.*?)</form>`, 's').exec(html) ?? []
  const isText = ({
    attributes: { type = 'text', readonly },
  }: {
    attributes: Record<string, string>
  }) => /^(text|email|url)$/.test(type) && readonly === undefined
  const all = [...elements(inside, 'input').filter(isText), ...elements(inside, 'textarea')]
  const others = elements(inside, 'input').filter(({ attributes: { type } }) => type !== 'checkbox')
  return {
    names: all.flatMap(({ attributes: { name } }) => name ?? []),
    others: Object.fromEntries(
      others.map(({ attributes: { name = '', value = '' } }) => [name, value]),
    ),
  }
}

function buttonWith(html: string, value: string) {
  return elements(html, 'button').find(({ attributes }) => attributes.value === value)?.attributes
}

describe('what is half typed', () => {
  it.each(withText)('is there in the other language, too: %s', async (path) => {
    const html = await show(path)
    const { form: id = '', formaction = '' } = buttonWith(html, 'switch-language') ?? {}
    const { names, others } = formWith(html, id)
    expect(names.length).toBeGreaterThan(0)
    const typed = Object.fromEntries(names.map((name, index) => [name, `half “${index}`]))
    const reply = await server.ask(formaction, {
      cookie: `${manager.cookie}; ${cart}`,
      form: { ...others, ...typed, intent: 'switch-language' },
    })
    expect(reply.status).toBe(200)
    expect(languageOf(reply.text)).toBe('de')
    for (const name of names) expect(field(reply.text, name).value, name).toBe(typed[name])
    expect(reply.text).not.toContain('aria-invalid="true"')
  })

  it.each(withText.filter((path) => path.startsWith('/dashboard')))(
    'stays while one says that one is away: %s',
    async (path) => {
      const html = await show(path)
      const away = buttonWith(html, 'go-away') ?? buttonWith(html, 'come-back')
      const { names, others } = formWith(html, away?.form ?? '')
      const typed = Object.fromEntries(names.map((name, index) => [name, `half ${index}`]))
      const reply = await server.ask(away?.formaction ?? '', {
        cookie: manager.cookie,
        form: { ...others, ...typed, intent: away?.value ?? '' },
      })
      expect(reply.status).toBe(200)
      for (const name of names) expect(field(reply.text, name).value, name).toBe(typed[name])
      expect(buttonWith(reply.text, away?.value ?? '')).toBeUndefined()
    },
  )
})

/** What a browser sends of a form that nobody has touched. */
function untouched(html: string, id: string): Record<string, string> {
  const [, inside = ''] =
    new RegExp(`<form\\b[^>]* id="${id}"[^>]*>(.*?)</form>`, 's').exec(html) ?? []
  const inputs = elements(inside, 'input').filter(
    ({ attributes: { type = 'text', checked } }) =>
      type !== 'file' && (!/checkbox|radio/.test(type) || checked !== undefined),
  )
  const areas = elements(inside, 'textarea').map(({ attributes: { name = '' } }) => [
    name,
    field(html, name).value,
  ])
  const selects = [...inside.matchAll(/<select\b.*?<\/select>/gs)].map(([select]) => {
    const [{ attributes: { name = '' } = {} } = {}] = elements(select, 'select')
    const options = elements(select, 'option')
    const chosen = options.find(({ attributes }) => attributes.selected !== undefined) ?? options[0]
    return [name, chosen?.attributes.value ?? '']
  })
  const sent = [
    ...areas,
    ...selects,
    ...inputs.map(({ attributes: { name = '', value, type } }) => [
      name,
      value ?? (type === 'checkbox' ? 'on' : ''),
    ]),
  ]
  return Object.fromEntries(sent.filter(([name]) => name))
}

describe('what the page itself filled in', () => {
  const ofGuests = ['/login', '/login?forgot', '/signup', '/chat', '/shop/checkout']

  it.each([
    ...[...withText, '/withdrawal?withdraw'].map((path) => [path, 'manager'] as const),
    ...ofGuests.map((path) => [path, 'guest'] as const),
  ])(
    'is no draft, so that the other language is a page to go back to: %s for a %s',
    async (path, who) => {
      const asker = who === 'guest' ? { ...manager, cookie: '' } : manager
      const html = await show(path, asker)
      const { form: id = '', formaction = '' } = buttonWith(html, 'switch-language') ?? {}
      const reply = await server.ask(formaction, {
        cookie: `${asker.cookie}; ${cart}`,
        form: { ...untouched(html, id), intent: 'switch-language' },
      })
      expect([path, reply.status]).toEqual([path, 303])
    },
  )
})

/** Their form acts without an intent, by the field in which Enter was pressed, or sends nothing by it. */
const withoutIntent = [
  '/dashboard/tickets?ticket=1',
  '/dashboard/tickets/new',
  '/shop/checkout',
  '/withdrawal?cancel',
]

describe('the Enter key', () => {
  it.each(
    [...withText, ...withoutText, '/chat?feedback'].filter((path) => !withoutIntent.includes(path)),
  )('does what the button of the form does: %s', async (path) => {
    const html = await show(path)
    const pressed = elements(html, 'button').find(({ attributes }) => attributes.form)?.attributes
    const [, inside = ''] =
      new RegExp(`<form\\b[^>]* id="${pressed?.form}"[^>]*>(.*?)</form>`, 's').exec(html) ?? []
    const button = elements(inside, 'button').find(({ attributes: { class: look = '' } }) =>
      look.startsWith('button'),
    )
    expect(button?.attributes.value).toBeTruthy()
    expect(pressed?.value).toBe(button?.attributes.value)
  })
})

describe('a button', () => {
  it.each([
    ...[...withText, ...withoutText].map((path) => ['manager', path] as const),
    ...ofColleagues.map((path) => ['colleague', path] as const),
  ])('of a form belongs to one that is on the page: for a %s on %s', async (kind, path) => {
    const html = await show(path, kind === 'manager' ? manager : colleague)
    const ids = new Set(elements(html, 'form').map(({ attributes }) => attributes.id))
    for (const { attributes } of [...elements(html, 'button'), ...elements(html, 'input')]) {
      if (attributes.form !== undefined) expect(ids, attributes.value).toContain(attributes.form)
    }
  })
})
