import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskRooms, partsOfRooms } from '../support/desk-rooms'
import { type Google, openGoogle } from '../support/google'
import { elements } from '../support/html'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
} from '../support/test-server'
import { fillCart } from '../support/till'

const long = 'a'.repeat(20_000)

let google: Google
let server: TestServer
let owner: Owner
let conversation: Conversation
let cart: string

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: google })
  owner = await server.signUp()
  conversation = await server.begin('Is there any cake left?')
  cart = await fillCart(server, { 'house-coffee': 1 })
})
afterAll(() => server.close())

const sections = [
  ...[
    'general',
    'greeting',
    'hours',
    'exceptions',
    'away',
    'replies',
    'notifications',
    'people',
    'privacy',
  ],
  ...['password', 'devices', 'export', 'delete'],
]

/** The pages with their forms, for the owner and for a guest with something in the cart. */
function pages(): [path: string, cookie: string][] {
  const rooms = [
    ...deskRooms.map(({ path }) => path),
    ...partsOfRooms,
    ...sections.map((section) => `/dashboard/settings/${section}`),
  ]
  const open = ['/', '/shop', '/shop?item=house-coffee', '/shop/checkout', '/chat', '/signup']
  const more = ['/login', '/login?forgot', '/withdrawal', '/mails?t=none', '/test?lang=en']
  return [
    ...rooms.map((path): [string, string] => [path, owner.cookie]),
    ...[...open, ...more, conversation.address].map((path): [string, string] => [path, cart]),
  ]
}

/** The action of each form of a page that is posted, with its fields. */
function formsOf(html: string, path: string) {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  return forms.flatMap((text) => {
    const { method = '', action = path } = elements(text, 'form')[0]?.attributes ?? {}
    if (method.toLowerCase() !== 'post' || action.includes('/logout')) return []
    const fields: Record<string, string> = { account: '', place: '' }
    for (const tag of ['input', 'textarea', 'select', 'button'])
      for (const { attributes } of elements(text, tag))
        if (attributes.name && attributes.type !== 'file')
          fields[attributes.name] ??= attributes.value ?? ''
    const isChoice = ({ type }: Record<string, string>) =>
      ['hidden', 'checkbox', 'radio'].includes(type ?? '')
    const chosen = [
      ...elements(text, 'input').filter(({ attributes }) => isChoice(attributes)),
      ...elements(text, 'select'),
    ].flatMap(({ attributes }) => attributes.name ?? [])
    const demands = ['input', 'textarea', 'select'].some((tag) =>
      elements(text, tag).some(({ attributes }) => attributes.required !== undefined),
    )
    const validates = elements(text, 'form')[0]?.attributes.novalidate === undefined
    return [
      { action: action.replaceAll('&amp;', '&'), fields, chosen, speaks: demands && validates },
    ]
  })
}

test('A hidden field of any form may be as long as its sender likes, and the answer is a page', async () => {
  const failed: string[] = []
  const tried = new Set<string>()
  for (const [path, cookie] of pages()) {
    const { text, status } = await server.ask(path, { cookie })
    expect([path, status < 500]).toEqual([path, true])
    for (const { action, fields, chosen } of formsOf(text, path)) {
      for (const name of [...chosen, 'account', 'place']) {
        const about = `${action} ${fields.intent ?? ''} ${name}`
        if (tried.has(about)) continue
        tried.add(about)
        const sent = await server.ask(action, { cookie, form: { ...fields, [name]: long } })
        if (sent.status >= 500) failed.push(`${sent.status} ${about}`)
      }
    }
  }
  expect(failed).toEqual([])
  expect(tried.size).toBeGreaterThan(100)
})

test('A form that demands a field leaves it to the server to say so, in the page’s language', async () => {
  const speaking = new Set<string>()
  for (const [path, cookie] of pages()) {
    const { text } = await server.ask(path, { cookie })
    for (const { action, speaks } of formsOf(text, path)) if (speaks) speaking.add(action)
  }
  expect([...speaking]).toEqual([])
})

test('A form that is refused gives back what was typed, and nothing that was chosen or filled in', async () => {
  const other = await server.signUp()
  const given = new Set<string>()
  for (const [path, cookie] of pages()) {
    if (!path.startsWith('/dashboard')) continue
    const { text } = await server.ask(path, { cookie })
    for (const { action, chosen } of formsOf(text, path)) {
      for (const name of chosen) {
        if (name === 'account') continue
        const form = { account: 'another', intent: 'reply', [name]: 'x' }
        const refused = await server.ask(action, { cookie: other.cookie, form })
        if (elements(refused.text, 'textarea').some(({ attributes }) => 'readonly' in attributes))
          given.add(name)
      }
    }
  }
  expect([...given]).toEqual([])
})
