import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sectionNames } from '~/domain/desks/sections'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { partsOfRooms } from '../support/desk-rooms'
import { elements, field, textOf } from '../support/html'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'
import { cookieNamed, fillCart, openCheckout, order } from '../support/till'

let server: TestServer
let first: Owner
let second: Owner
let third: Owner
let pages: string[]

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
  })
  first = await server.signUp()
  second = await server.signUp()
  third = await server.signUp()
  const { services } = server
  for (const owner of [first, second]) {
    // Both have a ticket 1.
    await server.begin(`To ${owner.email}`, owner.desk.publicKey)
  }
  const cart = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cart, await openCheckout(server, cart))
  const [placed] = (await services.orders.list('all', 1)).orders
  const reply = { intent: 'add-reply', key: randomUUID(), shortcut: 'hi', textEn: 'Hello' }
  await server.ask('/dashboard/settings/replies', { cookie: first.cookie, form: reply })
  await server.join(first.desk, 'colleague')
  const guest = { intent: 'invite', key: randomUUID(), email: newEmail(), kind: 'colleague' }
  await server.ask('/dashboard/settings/people', { cookie: first.cookie, form: guest })
  pages = [
    '/dashboard',
    '/dashboard/tickets?state=all&chosen',
    `/dashboard/orders?order=${placed?.number}`,
    '/dashboard/shelf',
    '/dashboard/home',
    '/dashboard/company',
    '/dashboard/feedback',
    '/dashboard/embed',
    '/dashboard/profile',
    ...partsOfRooms,
    ...sectionNames.map((section) => `/dashboard/settings/${section}`),
  ]
})

afterAll(() => server.close())

interface ShownForm {
  action: string
  fields: Record<string, string>
  /** Names of fields that one types into. */
  typed: string[]
}

/** The forms of a page that change something at the desk, with one of their buttons pressed. */
function formsOf(html: string, page: string): ShownForm[] {
  const blocks = [...html.matchAll(/<form\b[^>]*>(.*?)<\/form>/gs)]
  return blocks.flatMap(([whole = '', inside = '']) => {
    const { method, action = page, id } = elements(whole, 'form')[0]?.attributes ?? {}
    // The cart belongs to a browser, not to the account signed in there.
    const ofCart = /^(\/de)?\/shop(?!\/checkout)/.test(action)
    // A conversation belongs to its link; only keeping it is an account's.
    const ofVisitor = /^(\/de)?\/chat\b/.test(action) && !/value="(keep|let-go)"/.test(inside)
    if (method !== 'post' || ofCart || ofVisitor) return []
    const ofForm = (name: string) => [
      ...elements(inside, name),
      ...elements(html.replace(inside, ''), name).filter(
        ({ attributes: { form } }) => id !== undefined && form === id,
      ),
    ]
    const inputs = ofForm('input')
    const areas = ofForm('textarea')
    const [button] = ofForm('button').filter(({ attributes: { name } }) => name === 'intent')
    const isTyped = (type = 'text') => /^(text|email|url|search)$/.test(type)
    const fields = Object.fromEntries([
      ...[...inputs, ...areas].flatMap(({ attributes: { name, value = '' } }) =>
        name ? [[name, value]] : [],
      ),
      ...(button ? [['intent', button.attributes.value ?? '']] : []),
    ])
    const typed = [...inputs.filter((each) => isTyped(each.attributes.type)), ...areas]
    return {
      action,
      fields,
      typed: typed.flatMap(({ attributes: { name } }) => name ?? []),
    }
  })
}

const pageOf = async (path: string, { cookie }: Owner) => (await server.ask(path, { cookie })).text

/** What another account has must stay as it is. */
async function belongings({ desk }: Owner) {
  const { tickets, savedReplies, desks, embeds, catalogue, legal, orders, sessions, accounts } =
    server.services
  return {
    desk: { ...(await desks.findById(desk.id)), attendedAt: undefined },
    tickets: await tickets.list(desk.id, {}, 50),
    messages: await tickets.messages({ deskId: desk.id, number: 1 }, 0, 50),
    replies: await savedReplies.list(desk.id),
    embed: await embeds.find(desk.id),
    catalogue: await catalogue.read(server.clock.now),
    legal: await legal.read(),
    orders: await orders.list('all', 50),
    devices: (await sessions.list(desk.ownerUid)).map(({ idHash, user }) => [idHash, user]),
    account: await accounts.find(desk.ownerUid),
  }
}

describe('a form of the desk that is sent after another account has signed in', () => {
  const scripts = [
    ['without scripts', (path: string) => path],
    ['with scripts', (path: string) => path.replace(/(?=\?|$)/, '.data')],
  ] as const

  it.each(scripts)('changes nothing, and gives back what was typed, %s', async (_, addressOf) => {
    const before = [await belongings(first), await belongings(second)]
    let sent = 0
    for (const page of pages) {
      for (const form of formsOf(await pageOf(page, first), page)) {
        const where = `${page} ${JSON.stringify(form.fields)}`
        expect(form.fields.account, where).toMatch(/^\w+\.[\w-]{22}$/)
        const text = `typed ${randomUUID()} here`
        const typed = Object.fromEntries(form.typed.map((name) => [name, text]))
        const reply = await server.ask(addressOf(form.action), {
          cookie: second.cookie,
          form: { ...form.fields, ...typed },
        })
        expect(reply.status, where).toBe(409)
        if (form.typed.length > 0) expect(reply.text, where).toContain(text)
        expect(reply.text, where).toContain(first.email)
        sent += 1
      }
    }
    expect(sent).toBeGreaterThan(40)
    expect([await belongings(first), await belongings(second)]).toEqual(before)
  })

  it('gives back nothing that nobody typed', async () => {
    for (const page of pages) {
      for (const form of formsOf(await pageOf(page, first), page)) {
        const typed = Object.fromEntries(form.typed.map((name) => [name, '']))
        const { intent = '', account = '', ...rest } = form.fields
        const hidden = elements(await pageOf(page, first), 'input').filter(
          ({ attributes: { type, name = '' } }) => type === 'hidden' && name in rest,
        )
        const fields = Object.fromEntries(
          hidden.map(({ attributes: { name = '', value = '' } }) => [name, value]),
        )
        // As in the choices of a ticket.
        const choices = { priority: 'high', answerLocale: 'page', assignee: first.desk.ownerUid }
        const reply = await server.ask(form.action, {
          cookie: second.cookie,
          form: { account, ...choices, ...fields, ...typed, intent },
        })
        const where = `${page} ${JSON.stringify(fields)}`
        expect(textOf(reply.text), where).not.toContain(words.en.errors.given.typed)
      }
    }
  })

  it('outside the desk, too: keeping a conversation, ordering, asking for an e-mail', async () => {
    const { address } = await server.begin('Is it open?')
    const [path = ''] = address.split('#')
    const cart = await fillCart(server, { 'house-coffee': 1 })
    const count = async () => (await server.services.orders.list('all', 50)).orders.length
    const before = await count()
    let sent = 0
    for (const [page, owner] of [
      [path, first],
      ['/shop/checkout', { ...first, cookie: `${first.cookie}; ${cart}` }],
      ['/verify-email', third],
    ] as const) {
      for (const language of languages) {
        const here = localizedPath(page, language)
        for (const form of formsOf(await pageOf(here, owner), here)) {
          expect(form.fields.account, page).toMatch(/^\w+\.[\w-]{22}$/)
          const reply = await server.ask(form.action, {
            cookie: `${second.cookie}; ${cart}`,
            form: { ...form.fields, note: 'Typed here' },
          })
          expect([page, reply.status]).toEqual([page, 409])
          expect(textOf(reply.text)).toContain(words[language].errors.given['other-account'].title)
          expect(reply.text).toContain('Typed here')
          sent += 1
        }
      }
    }
    expect(sent).toBe(2 * 3)
    expect(await count()).toBe(before)
    const listed = await server.services.tickets.listKept(second.desk.ownerUid, 9)
    expect(listed).toEqual([])
  })

  it.each(languages)('signs nobody else out, and says so: %s', async (language) => {
    const page = localizedPath('/dashboard', language)
    const isOut = ({ action }: ShownForm) => action.endsWith('/logout')
    const out = formsOf(await pageOf(page, first), page).find(isOut)
    const { status, text } = await server.ask(out?.action ?? '', {
      cookie: second.cookie,
      form: { ...out?.fields },
    })
    expect(status).toBe(409)
    expect(textOf(text)).toContain(words[language].errors.given['other-account'].title)
    expect((await server.ask(page, second)).status).toBe(200)
    const own = formsOf(await pageOf(page, third), page).find(isOut)
    const reply = await server.ask(own?.action ?? '', {
      cookie: third.cookie,
      form: { ...own?.fields },
    })
    expect(reply).toMatchObject({ status: 303, location: localizedPath('/', language) })
    third.cookie = cookieFrom(await signIn(third.email))
  })

  it.each(languages)('is answered by a page that says whose form it was: %s', async (language) => {
    const page = localizedPath('/dashboard/tickets?ticket=1', language)
    const form = formsOf(await pageOf(page, first), page).find(({ typed }) =>
      typed.includes('body'),
    )
    const body = 'Only for the first\n\none’s “customer” <b>'
    const { text, setCookies } = await server.ask(page, {
      cookie: second.cookie,
      form: { ...form?.fields, body, intent: 'reply' },
    })
    const said = textOf(text)
    expect(said).toContain(words[language].errors.given['other-account'].title)
    expect(said).toContain(first.email)
    expect(said).toContain(second.email)
    expect(said).toContain(body)
    // And is there again for its own account.
    const kept = setCookies.find((each) => each.startsWith('unsent='))?.split(';')[0]
    const others = await server.ask(page, { cookie: `${second.cookie}; ${kept}` })
    expect(others.text).not.toContain('Only for the first')
    const again = await server.ask(page, { cookie: `${first.cookie}; ${kept}` })
    expect(field(again.text, 'body').value).toBe(body)
    // It leads there, once the other has signed out.
    const out = elements(text, 'form').find(({ attributes: { action = '' } }) =>
      action.startsWith(localizedPath('/logout', language)),
    )
    const action = out?.attributes.action ?? ''
    const left = await server.ask(action, { cookie: second.cookie, form: { language } })
    expect(left).toMatchObject({ status: 303, location: page })
    second.cookie = cookieFrom(await signIn(second.email))
  })

  it('takes no file', async () => {
    const page = '/dashboard/tickets?ticket=1'
    const [form] = formsOf(await pageOf(page, first), page).filter(({ typed }) =>
      typed.includes('body'),
    )
    const before = await server.services.attachments.used(
      { deskId: second.desk.id },
      server.clock.now,
    )
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...form?.fields, intent: 'reply', body: 'Hi' })) {
      if (name !== 'files') body.append(name, value)
    }
    body.append('files', new File(['a list of prices'], 'prices.txt', { type: 'text/plain' }))
    const { status } = await fetch(server.origin + page, {
      method: 'POST',
      body,
      headers: {
        Cookie: second.cookie,
        Origin: server.origin,
        'Sec-Fetch-Site': 'same-origin',
      },
    })
    expect(status).toBe(409)
    expect(
      await server.services.attachments.used({ deskId: second.desk.id }, server.clock.now),
    ).toEqual(before)
  })

  it('is taken from the account that it was shown to, signed in anew', async () => {
    const page = '/dashboard'
    const form = formsOf(await pageOf(page, first), page).find(({ fields }) => 'name' in fields)
    const signedIn = await signIn(first.email)
    const reply = await server.ask(form?.action ?? '', {
      cookie: cookieFrom(signedIn),
      form: { ...form?.fields, intent: '', name: 'The first one' },
    })
    expect(reply.status).toBe(303)
    expect((await server.services.desks.findById(first.desk.id))?.name).toBe('The first one')
  })

  it('does not tell the address of an account whose form was made up', async () => {
    const form = { account: `${first.desk.id}.${'A'.repeat(22)}`, name: 'Mine' }
    const { status, text } = await server.ask('/dashboard', { cookie: second.cookie, form })
    expect(status).toBe(409)
    expect(text).not.toContain(first.email)
  })
})

function signIn(email: string, cookie = '', redirect = '/dashboard'): Promise<Reply> {
  const query = new URLSearchParams({ redirect })
  return server.ask(`/login?${query}`, { cookie, form: { email, password } })
}

describe('what was typed before a session ended', () => {
  /** Sends a form once its session is over; the cookies that the browser then has. */
  async function sendLate(
    page: string,
    changes: Record<string, string>,
    isIt: (form: ShownForm) => boolean,
  ) {
    const owner = { ...first, cookie: cookieFrom(await signIn(first.email)) }
    const form = formsOf(await pageOf(page, owner), page).find(isIt)
    if (!form) throw new Error(`No such form on ${page}`)
    await server.ask('/logout', { cookie: owner.cookie, form: { language: 'en' } })
    const reply = await server.ask(form.action, {
      cookie: owner.cookie,
      form: { ...form.fields, ...changes },
    })
    return { reply, form, kept: cookieNamed(reply, 'unsent') }
  }

  const cases: [string, string, Record<string, string>, string][] = [
    [
      'a reply',
      '/dashboard/tickets?ticket=1',
      { intent: 'reply', body: 'Plum cake,\n\nof course' },
      'body',
    ],
    ['a note', '/dashboard/tickets?ticket=1', { intent: 'note', body: 'Likes plums' }, 'body'],
    ['a product', '/dashboard/shelf/product', { intent: 'save', titleEn: 'Plum cake' }, 'titleEn'],
    [
      'one’s own name',
      '/dashboard/profile',
      { intent: 'save-name', displayName: 'Plums & Co.' },
      'displayName',
    ],
    [
      'a saved reply',
      '/dashboard/settings/replies',
      { intent: 'add-reply', shortcut: 'plums' },
      'shortcut',
    ],
  ]

  it.each(cases)('%s is there again after signing in', async (_, page, changes, name) => {
    const { reply, form, kept } = await sendLate(page, changes, ({ fields }) => name in fields)
    expect(reply.status).toBe(303)
    const { place } = form.fields
    const path = form.action.replace('?index', '') + (place ? `#${place}` : '')
    expect(reply.location).toBe(`/login?${new URLSearchParams({ redirect: path })}`)
    expect(kept?.length).toBeLessThan(3_800)
    const login = await server.ask(reply.location, { cookie: kept })
    expect(textOf(login.text)).toContain(words.en.login.unsent)
    const signedIn = await signIn(first.email, kept, path)
    expect(signedIn.location).toBe(path)
    const cookie = `${cookieFrom(signedIn)}; ${kept}`
    const back = await server.ask(signedIn.location, { cookie })
    expect(back.status).toBe(200)
    expect(field(back.text, name).value).toBe(changes[name])
    expect(textOf(back.text)).toContain(words.en.notices.givenBack)
    expect(cookieNamed(back, 'unsent')).toBe('unsent=')
    if (name !== 'body') return
    // Nothing was sent by itself, and what is sent now is what was sent then.
    const shown = formsOf(back.text, form.action).find(({ fields }) => name in fields)
    expect(shown?.fields.key).toBe(form.fields.key)
  })

  it('shows in the preview of a product', async () => {
    const changes = { intent: 'save', titleEn: 'Plum cake', price: '4.50' }
    const { form, kept } = await sendLate(
      '/dashboard/shelf/product',
      changes,
      ({ fields }) => 'titleEn' in fields,
    )
    const signedIn = await signIn(first.email, kept, form.action)
    const back = await server.ask(signedIn.location, { cookie: `${cookieFrom(signedIn)}; ${kept}` })
    // Apart from fields, which have it in an attribute.
    expect(textOf(back.text)).toContain('€4.50')
  })

  it('in several tabs is there again in each of them', async () => {
    const pages = ['/dashboard/tickets?ticket=1', '/dashboard/shelf/product', '/dashboard/profile']
    const texts: Record<string, string> = { body: 'Plum', titleEn: 'Pear', displayName: 'Peach' }
    const signedIn = { ...first, cookie: cookieFrom(await signIn(first.email)) }
    const forms = await Promise.all(
      Object.keys(texts).map(async (name, index) => {
        const html = await pageOf(pages[index] ?? '', signedIn)
        return formsOf(html, pages[index] ?? '').find(({ fields }) => name in fields)
      }),
    )
    await server.ask('/logout', { cookie: signedIn.cookie, form: { language: 'en' } })
    let kept = ''
    for (const form of forms) {
      const filled = Object.fromEntries(
        Object.entries(form?.fields ?? {}).map(([name, value]) => [name, texts[name] ?? value]),
      )
      const reply = await server.ask(form?.action ?? '', { cookie: kept, form: filled })
      kept = cookieNamed(reply, 'unsent') ?? ''
    }
    const cookie = cookieFrom(await signIn(first.email))
    for (const [index, [name, text]] of Object.entries(texts).entries()) {
      const back = await server.ask(pages[index] ?? '', { cookie: `${cookie}; ${kept}` })
      expect(field(back.text, name).value).toBe(text)
      kept = cookieNamed(back, 'unsent') ?? ''
    }
    expect(kept).toBe('unsent=')
  })

  it('is forgotten once it was saved, though another tab kept the cookie as it was', async () => {
    const page = '/dashboard/profile'
    const changes = { intent: 'save-name', displayName: 'Plums & Co.' }
    const { form, kept } = await sendLate(page, changes, ({ fields }) => 'displayName' in fields)
    const cookie = `${cookieFrom(await signIn(first.email))}; ${kept}`
    expect((await server.ask(page, { cookie })).text).toContain('Plums &amp; Co.')
    const saved = await server.ask(form.action, { cookie, form: { ...form.fields, ...changes } })
    expect(saved.status).toBe(303)
    expect(cookieNamed(saved, 'unsent')).toBe('unsent=')
  })

  it('is there in another language, too', async () => {
    const page = '/dashboard/tickets?ticket=1'
    const changes = { intent: 'reply', body: 'Pflaumen' }
    const { kept } = await sendLate(page, changes, ({ fields }) => 'body' in fields)
    const cookie = cookieFrom(await signIn(first.email))
    const back = await server.ask(`/de${page}`, { cookie: `${cookie}; ${kept}` })
    expect(field(back.text, 'body').value).toBe('Pflaumen')
    expect(textOf(back.text)).toContain(words.de.notices.givenBack)
  })

  it('is not given to another account, nor on another page, nor for long', async () => {
    const page = '/dashboard/tickets?ticket=1'
    const changes = { intent: 'reply', body: 'Between us' }
    const { kept } = await sendLate(page, changes, ({ fields }) => 'body' in fields)
    const bodyFor = async ({ cookie }: { cookie: string }, path = page) =>
      (await server.ask(path, { cookie: `${cookie}; ${kept}` })).text.includes('Between us')
    expect(await bodyFor(second)).toBe(false)
    expect(await bodyFor(first, '/dashboard/tickets')).toBe(false)
    expect(await bodyFor(first)).toBe(true)
    server.clock.forward(31 * 60_000)
    expect(await bodyFor(first)).toBe(false)
  })

  it('has no password in it, and nothing where nothing was typed', async () => {
    const page = '/dashboard/settings/password'
    const isIt = ({ fields }: ShownForm) => 'newPassword' in fields
    const secret = { currentPassword: password, newPassword: 'quite another kettle' }
    expect((await sendLate(page, secret, isIt)).kept).toBeUndefined()
    const solve = { intent: 'solve' }
    const late = await sendLate(
      '/dashboard/tickets?ticket=1',
      solve,
      ({ fields }) => 'body' in fields,
    )
    expect(late.kept, JSON.stringify(late.form)).toBeUndefined()
    expect(late.reply.status).toBe(303)
  })

  it('comes back at once where it is too long to keep', async () => {
    const page = '/dashboard/company?text=terms&in=en'
    const long = Array.from({ length: 900 }, () => randomUUID()).join(' ')
    const isIt = ({ typed }: ShownForm) => typed.length > 0
    const probe = formsOf(await pageOf(page, first), page).find(isIt)
    const name = probe?.typed.at(-1) ?? ''
    const { reply, kept } = await sendLate(page, { [name]: long }, isIt)
    expect(reply.status).toBe(401)
    expect(kept).toBeUndefined()
    expect(reply.text).toContain(long)
    expect(textOf(reply.text)).toContain(words.en.errors.given['signed-out'].title)
  })
})
