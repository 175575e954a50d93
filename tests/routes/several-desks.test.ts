import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk } from '~/domain/desks/desks'
import { changeKind, removeMember } from '~/domain/members/changes'
import { languages } from '~/domain/text/languages'
import { isOfDesk, localizedPath, withDesk } from '~/i18n/addresses'
import { withoutLimits } from '../support/app'
import { partsOfRooms } from '../support/desk-rooms'
import { cookiesOf } from '../support/google'
import { elements, field, textOf } from '../support/html'
import { listen } from '../support/listen'
import {
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { cookieNamed, fillCart, hiddenIn, offerPlans, openCheckout, order } from '../support/till'
import { filesIn, sendFiles } from '../support/uploads'

let server: TestServer
/** With the site's desk, where Ada is a manager, too. */
let host: Owner
/** At a desk of her own, which she has chosen last. */
let ada: Owner
let pages: string[]

/** As if this account had been invited; it stays at the desk that it has chosen last. */
async function invite({ email, desk: { ownerUid: uid } }: Owner, desk: Desk) {
  const own = { kind: 'manager', name: email, reader: randomUUID() } as const
  const member = { deskId: desk.id, uid, ...own, joinedAt: server.clock.now, chosenAt: new Date(0) }
  if (!(await server.services.members.join(member))) throw new Error('Not joined')
}

async function choose({ desk: { ownerUid } }: Owner, { id }: Desk) {
  server.clock.forward(1)
  await server.services.members.choose(id, ownerUid, server.clock.now)
}

const settings = (section: string) => `/dashboard/settings/${section}`

/** Called whenever the server asks where an account is a member. */
let onMembership = (_: string): unknown => undefined

/** Called whenever the server reads feedback. */
let onFeedback = async (): Promise<unknown> => undefined

beforeAll(async () => {
  server = await openTestServer({
    arrange: (services) => ({
      ...withoutLimits.arrange(services),
      feedback: {
        ...services.feedback,
        async list(...asked) {
          await onFeedback()
          return services.feedback.list(...asked)
        },
      },
      members: {
        ...services.members,
        desksOf(uid) {
          onMembership(uid)
          return services.members.desksOf(uid)
        },
      },
    }),
  })
  host = await server.signUp()
  ada = await server.signUp()
  await server.services.desks.rename(host.desk.id, 'The “Harbour” Café')
  await invite(ada, host.desk)
  for (const { desk } of [host, ada]) {
    const { address } = await server.begin(`To ${desk.id}`, desk.publicKey)
    const price = { name: 'prices.txt', bytes: 'Tea: 2 €' }
    const form = { key: randomUUID(), body: 'And this', intent: 'send' }
    await sendFiles(server, address, form, [price])
  }
  const cart = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cart, await openCheckout(server, cart))
  const [placed] = (await server.services.orders.list('all', 1)).orders
  await server.services.members.choose(ada.desk.id, ada.desk.ownerUid, server.clock.now)
  const orders = `/dashboard/orders?list=all&order=${placed?.number}`
  pages = [
    ...['/dashboard', '/dashboard/tickets', '/dashboard/tickets?state=all&chosen'],
    ...['/dashboard/tickets?ticket=1&print', '/dashboard/tickets?q=to'],
    ...['/dashboard/orders?list=all', orders],
    ...[`${orders}&print=packing-slip`, `${orders}&print=invoice`],
    ...['/dashboard/shelf', '/dashboard/home', '/dashboard/company', '/dashboard/feedback'],
    ...['/dashboard/embed', ...partsOfRooms],
    ...['/dashboard/embed?step=key', '/dashboard/profile', '/dashboard/settings', '/sample'],
    ...[
      ...['general', 'hours', 'exceptions', 'away', 'replies', 'notifications', 'people'],
      ...['privacy', 'password', 'devices', 'export', 'leave', 'delete', 'delete?step=confirm'],
    ].map(settings),
  ]
})
afterAll(() => server.close())

const keyIn = (address: string) => new URL(address, server.origin).searchParams.get('desk')

/** Addresses of a page that belong to a desk, with what the page's forms send by GET. */
function addressesIn(html: string): string[] {
  const named = (name: string, attribute: string) =>
    elements(html, name).flatMap(({ attributes }) => attributes[attribute] ?? [])
  const forms = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].flatMap(([form]) => {
    const { method = 'get', action = '' } = elements(form, 'form')[0]?.attributes ?? {}
    if (method !== 'get') return action
    const hidden = elements(form, 'input').filter(({ attributes }) => attributes.type === 'hidden')
    const sent = hidden.map(({ attributes: { name = '', value = '' } }) => [name, value])
    return `${action.split('?')[0]}?${new URLSearchParams(sent)}`
  })
  const links = [...named('a', 'href'), ...named('img', 'src'), ...named('button', 'formaction')]
  return [...links, ...forms].filter(isOfDesk)
}

describe('a page of a desk that was not chosen last', () => {
  it('is at that desk with all its links, forms and files, in both languages', async () => {
    let counted = 0
    for (const language of languages) {
      for (const page of pages) {
        const path = withDesk(localizedPath(page, language), host.desk.publicKey)
        const { status, text } = await server.ask(path, ada)
        expect([path, status]).toEqual([path, 200])
        if (!page.startsWith('/sample')) expect(textOf(text)).toContain('The “Harbour” Café')
        for (const address of addressesIn(text)) {
          expect(keyIn(address), `${address} on ${path}`).toBe(host.desk.publicKey)
          counted += 1
        }
      }
    }
    expect(counted).toBeGreaterThan(800)
  })

  it('leads back to itself from each form', async () => {
    const forms: [string, Record<string, string>][] = [
      ['/dashboard?index', { intent: 'put-guide-away' }],
      [
        '/dashboard',
        { intent: 'go-away', back: withDesk('/dashboard/embed', host.desk.publicKey) },
      ],
      [settings('general'), { intent: 'rename-desk', name: 'The “Harbour” Café' }],
      [
        settings('replies'),
        { intent: 'add-reply', key: randomUUID(), shortcut: 'h', textEn: 'Hi' },
      ],
      [settings('general'), { intent: 'switch-language' }],
      ['/dashboard/profile', { intent: 'save-name', displayName: 'Ada' }],
      ['/dashboard/tickets?ticket=1', { intent: 'reply', key: randomUUID(), body: 'Hello' }],
      ['/dashboard/tickets?state=all', { intent: 'bulk-solve', chosen: '1' }],
    ]
    for (const [page, form] of forms) {
      for (const data of [false, true]) {
        const address = withDesk(page, host.desk.publicKey)
        const path = data ? address.replace(/(?=\?)/, '.data') : address
        const reply = await server.ask(path, { cookie: ada.cookie, form })
        const place = data ? /"redirect","([^"]*)"/.exec(reply.text)?.[1] : reply.location
        // Sent a second time, a form may be shown again.
        if (place) expect([page, keyIn(place)]).toEqual([page, host.desk.publicKey])
        else expect([page, data]).toEqual([page, true])
      }
    }
    const download = await server.ask(withDesk(settings('export'), host.desk.publicKey), {
      cookie: ada.cookie,
      form: { intent: 'export' },
    })
    expect(keyIn(download.location)).toBe(host.desk.publicKey)
    const without = withDesk('/dashboard/settings/export/zip', host.desk.publicKey)
    expect(keyIn((await server.ask(without, ada)).location)).toBe(host.desk.publicKey)
  })

  it('stays reachable for its members when its key is replaced at once', async () => {
    const owner = await server.signUp()
    await invite(owner, (await server.signUp()).desk)
    const path = withDesk('/dashboard/embed', owner.desk.publicKey)
    const form = { intent: 'replace-key', key: owner.desk.publicKey, grace: '0' }
    const { location, status } = await server.ask(path, { cookie: owner.cookie, form })
    expect(status).toBe(303)
    const shown = await server.ask(location, owner)
    expect(shown.status).toBe(200)
    const current = (await server.services.desks.findById(owner.desk.id))?.publicKey
    expect(current).not.toBe(owner.desk.publicKey)
    const rail = elements(shown.text, 'a').find(({ attributes }) =>
      attributes.href?.startsWith('/dashboard/tickets'),
    )
    expect(keyIn(rail?.attributes.href ?? '')).toBe(current)
  })

  it('has its files and tables', async () => {
    const thread = withDesk('/dashboard/tickets?ticket=1', host.desk.publicKey)
    const [file] = filesIn((await server.ask(thread, ada)).text)
    expect(await server.ask(file?.address ?? '', ada)).toMatchObject({ status: 200 })
    const table = withDesk('/dashboard/orders/csv?period=2026', host.desk.publicKey)
    expect((await server.ask(table, ada)).status).toBe(200)
  })

  it('says so at the sign-in page, which leads back to it', async () => {
    const path = withDesk('/dashboard/tickets', host.desk.publicKey)
    const { location } = await server.ask(path)
    const signedIn = await server.ask(location, { form: { email: ada.email, password } })
    expect(signedIn.location).toBe(path)
  })
})

describe('the desk of an account that has several', () => {
  it('is named in the rail, and its links name it even where it was chosen last', async () => {
    const { text } = await server.ask('/dashboard', ada)
    expect(textOf(text)).toContain(words.en.dashboard.desks.unnamed)
    for (const address of addressesIn(text)) expect(keyIn(address)).toBe(ada.desk.publicKey)
    const alone = await server.ask('/dashboard', host)
    for (const address of addressesIn(alone.text)) expect(keyIn(address)).toBeNull()
    expect(alone.text).not.toContain('choose-desk')
  })

  it.each(languages)('is the one that was switched to, from then on: %s', async (language) => {
    const own = withDesk(localizedPath('/dashboard', language), ada.desk.publicKey)
    const press = (cookie: string, from: string, { publicKey }: Desk) =>
      server.ask(from, { cookie, form: { intent: 'choose-desk', chosen: publicKey } })
    server.clock.forward(1)
    const reply = await press(ada.cookie, own, host.desk)
    expect(reply).toMatchObject({ status: 303, location: localizedPath('/dashboard', language) })
    const landed = await server.ask(reply.location, ada)
    expect(
      elements(landed.text, 'summary')
        .map(({ text }) => text)
        .join(),
    ).toContain('Harbour')
    const again = await server.ask('/login', { form: { email: ada.email, password } })
    const elsewhere = await server.ask(again.location, { cookie: cookiesOf(again) })
    expect(elsewhere.text).toContain('Harbour')
    server.clock.forward(1)
    expect((await press(ada.cookie, reply.location, ada.desk)).status).toBe(303)
    // A desk of others is no desk of hers.
    const refused = await press(ada.cookie, own, (await server.signUp()).desk)
    expect(refused.status).toBe(404)
    expect(textOf(refused.text)).toContain(words[language].errors.room.none.title)
  })
})

describe('a form of one desk', () => {
  /** The fields of the page's form that has this one. */
  function formWith(html: string, name: string) {
    const [form = ''] = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)]
      .map(([each]) => each)
      .filter((each) => each.includes(`name="${name}"`))
    const { action = '' } = elements(form, 'form')[0]?.attributes ?? {}
    const hidden = elements(form, 'input').filter(({ attributes }) => attributes.type === 'hidden')
    const fields = Object.fromEntries(
      hidden.map(({ attributes: { name = '', value = '' } }) => [name, value]),
    )
    return { action, fields }
  }

  const wordsAt = async ({ id }: Desk) => {
    const messages = await server.services.tickets.messages({ deskId: id, number: 1 }, 0, 50)
    return messages.map(({ body }) => body)
  }

  it('acts there though another desk was chosen meanwhile', async () => {
    await choose(ada, ada.desk)
    const { text } = await server.ask('/dashboard/tickets?ticket=1', ada)
    const { action, fields } = formWith(text, 'body')
    await choose(ada, host.desk)
    const before = await wordsAt(host.desk)
    const form = { ...fields, intent: 'reply', body: 'From the first tab' }
    const sent = await server.ask(action, { cookie: ada.cookie, form })
    expect([sent.status, keyIn(sent.location)]).toEqual([303, ada.desk.publicKey])
    expect(await wordsAt(ada.desk)).toContain('From the first tab')
    expect(await wordsAt(host.desk)).toEqual(before)
    await choose(ada, ada.desk)
  })

  it.each(languages)(
    'is refused elsewhere, and what was typed comes back: %s',
    async (language) => {
      const page = localizedPath('/dashboard/tickets?ticket=1', language)
      const { fields } = formWith((await server.ask(page, ada)).text, 'body')
      // As from a page that was opened while there was one desk.
      await choose(ada, host.desk)
      const before = await wordsAt(host.desk)
      const body = 'Meant for\n\nmy “own” <desk>'
      const form = { ...fields, intent: 'reply', body }
      const refused = await server.ask(page, { cookie: ada.cookie, form })
      expect(refused.status).toBe(409)
      const said = textOf(refused.text)
      expect(said).toContain(words[language].refusal.otherDesk.title)
      expect(said).toContain('The “Harbour” Café')
      expect(said).toContain(body)
      expect(await wordsAt(host.desk)).toEqual(before)
      const back = withDesk(page, ada.desk.publicKey)
      expect(elements(refused.text, 'a').map(({ attributes }) => attributes.href)).toContain(back)
      const cookie = `${ada.cookie}; ${cookieNamed(refused, 'unsent')}`
      expect((await server.ask(page, { cookie })).text).not.toContain('Meant for')
      expect(field((await server.ask(back, { cookie })).text, 'body').value).toBe(body)
      const file = { name: 'prices.txt', bytes: 'Tea: 3 €' }
      const used = () =>
        server.services.attachments.used({ deskId: host.desk.id }, server.clock.now)
      const stored = await used()
      const withFile = await sendFiles(
        server,
        page,
        { ...form, intent: 'reply' },
        [file],
        ada.cookie,
      )
      expect(withFile.status).toBe(409)
      expect(await used()).toEqual(stored)
      await choose(ada, ada.desk)
    },
  )

  it('gives back what was typed by somebody who was removed meanwhile', async () => {
    const joined = await server.join(host.desk, 'colleague')
    const page = withDesk('/dashboard/tickets?ticket=1', host.desk.publicKey)
    const { action, fields } = formWith((await server.ask(page, joined)).text, 'body')
    await removeMember(server.services, host.desk.id, joined.desk.ownerUid, server.clock.now)
    const form = { ...fields, intent: 'reply', body: 'Too late' }
    const refused = await server.ask(action, { cookie: joined.cookie, form })
    expect(refused.status).toBe(403)
    expect(textOf(refused.text)).toContain(words.en.errors.room.none.title)
    expect(textOf(refused.text)).toContain('Too late')
    expect(await wordsAt(host.desk)).not.toContain('Too late')
  })

  it('does nothing for somebody who is removed while its body arrives', async () => {
    const before = await wordsAt(host.desk)
    for (const change of ['removed', 'signed out'] as const) {
      const joined = await server.join(host.desk, 'colleague')
      const boundary = 'a-line-between'
      const part = (name: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const authorised = new Promise<void>((resolve) => {
        onMembership = (uid) => uid === joined.desk.ownerUid && resolve()
      })
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          const send = (text: string) => controller.enqueue(Buffer.from(text))
          const fields = { intent: 'reply', key: randomUUID(), body: 'Still here?' }
          for (const [name, value] of Object.entries(fields)) send(part(name, value))
          await authorised
          if (change === 'removed')
            await removeMember(
              server.services,
              host.desk.id,
              joined.desk.ownerUid,
              server.clock.now,
            )
          else await server.ask('/logout', { cookie: joined.cookie, form: { language: 'en' } })
          send(`--${boundary}--\r\n`)
          controller.close()
        },
      })
      const reply = await fetch(
        `${server.origin}${withDesk('/dashboard/tickets?ticket=1', host.desk.publicKey)}`,
        {
          method: 'POST',
          redirect: 'manual',
          headers: {
            Cookie: joined.cookie,
            Origin: server.origin,
            'Sec-Fetch-Site': 'same-origin',
            'Content-Type': `multipart/form-data; boundary=${boundary}`,
          },
          body,
          duplex: 'half',
        } as RequestInit,
      )
      expect([change, reply.status]).toEqual([change, change === 'removed' ? 403 : 303])
      await reply.text()
    }
    expect(await wordsAt(host.desk)).toEqual(before)
  })
})

describe('live', () => {
  it('is at the desk that its address names', async () => {
    const line = await listen(`${server.origin}/live?desk=${host.desk.publicKey}`, {
      Cookie: ada.cookie,
    })
    await line.event()
    const { secret } = await server.begin('Somebody new', host.desk.publicKey)
    const ticket = /"number":(\d+)/.exec(await line.until(/"number":\d+,"open"/))?.[1]
    expect(Number(ticket)).toBeGreaterThan(1)
    expect(secret).not.toBe('')
    line.leave()
  })

  it('takes what a page of the time before a second desk reports at the page’s own', async () => {
    const owner = await server.signUp()
    const { number = 0 } =
      (await server.services.tickets.list(host.desk.id, { order: 'newest' }, 1)).tickets[0] ?? {}
    while ((await server.services.tickets.count(owner.desk.id)).open < number)
      await server.begin('One more', owner.desk.publicKey)
    const page = (await server.ask(`/dashboard/tickets?ticket=${number}`, owner)).text
    // By the mark of its forms, the page's scripts know its desk.
    expect(page).toContain(`"${owner.desk.id}.`)
    expect(page).not.toContain('choose-desk')
    await invite(owner, host.desk)
    await choose(owner, host.desk)
    const seen = async ({ desk }: Owner) => {
      const ticket = await server.services.tickets.find({ deskId: desk.id, number })
      return [ticket?.ownerSeenSeq, ...Object.values(ticket?.seenBy ?? {})].some(Boolean)
    }
    const before = await seen(host)
    const sign = withDesk(`/live?ticket=${number}&seen=1`, owner.desk.id)
    expect((await server.ask(sign, { ...owner, form: {} })).status).toBe(204)
    expect([await seen(owner), await seen(host)]).toEqual([true, before])
  })

  it('ends for everybody at a desk that is erased', async () => {
    const owner = await server.signUp()
    const joined = await server.join(owner.desk, 'colleague')
    const line = await listen(`${server.origin}/live`, { Cookie: joined.cookie })
    await line.event()
    const confirmation = words.en.account.erasureWord
    const form = { intent: 'delete', deletionPassword: password, confirmation }
    const gone = await server.ask(settings('delete'), { cookie: owner.cookie, form })
    expect(gone.status).toBe(303)
    await line.end()
  })
})

describe('a download', () => {
  const lost = {
    'becomes a colleague': (uid: string) =>
      changeKind(server.services, host.desk.id, uid, 'colleague', server.clock.now),
    'is removed': (uid: string) =>
      removeMember(server.services, host.desk.id, uid, server.clock.now),
    'signs out everywhere': async (uid: string) => {
      const { sessions } = server.services
      for (const { idHash } of await sessions.list(uid)) await sessions.end(idHash)
    },
  }

  it.each(Object.keys(lost) as (keyof typeof lost)[])(
    'breaks off where its manager %s meanwhile',
    async (way) => {
      const joined = await server.join(host.desk, 'manager')
      const path = withDesk('/dashboard/feedback/csv', host.desk.publicKey)
      expect((await server.ask(path, joined)).status).toBe(200)
      onFeedback = () => lost[way](joined.desk.ownerUid)
      await expect(server.ask(path, joined)).rejects.toThrow()
      onFeedback = async () => undefined
      // Neither is it still under way for the others.
      expect((await server.ask(path, host)).status).toBe(200)
    },
  )
})

describe('the deletion of an account with several desks', () => {
  it.each(languages)(
    'names what goes and what stays, and takes nothing else: %s',
    async (language) => {
      const owner = await server.signUp()
      const other = await server.signUp()
      await server.services.desks.rename(owner.desk.id, 'Own one')
      await server.services.desks.rename(other.desk.id, 'Other one')
      await invite(owner, other.desk)
      const path = localizedPath(`${settings('delete')}?step=confirm`, language)
      const page = await server.ask(path, owner)
      const { account } = words[language]
      const said = textOf(page.text)
      expect(said).toContain(account.goneNamedDesk.replace('{{name}}', 'Own one'))
      expect(said).not.toContain(account.goneNamedDesk.replace('{{name}}', 'Other one'))
      expect(said).toContain(`${account.staysLead}Other one`)
      // The other manager goes, so that this desk would go, too.
      const press = (seen: string) => {
        const confirmation = account.erasureWord
        const form = { intent: 'delete', deletionPassword: password, confirmation, seen }
        return server.ask(path, { cookie: owner.cookie, form })
      }
      await removeMember(server.services, other.desk.id, other.desk.ownerUid, server.clock.now)
      const refused = await press(field(page.text, 'seen').value)
      expect(refused.status).toBe(409)
      expect(textOf(refused.text)).toContain(account.errors.desks)
      expect(textOf(refused.text)).toContain(account.goneNamedDesk.replace('{{name}}', 'Other one'))
      expect(await server.services.desks.findById(owner.desk.id)).toBeDefined()
      expect((await press('')).status).toBe(409)
      expect((await press(field(refused.text, 'seen').value)).status).toBe(303)
      for (const { desk } of [owner, other])
        expect(await server.services.desks.findById(desk.id)).toBeUndefined()
    },
  )
})

describe('the log of a desk', () => {
  it('says that a member has left by deleting their account', async () => {
    const owner = await server.signUp()
    const joined = await server.join(owner.desk, 'manager')
    const form = {
      intent: 'delete',
      deletionPassword: password,
      confirmation: words.en.account.erasureWord,
      seen: field((await server.ask(`${settings('delete')}?step=confirm`, joined)).text, 'seen')
        .value,
    }
    expect((await server.ask(settings('delete'), { ...joined, form })).status).toBe(303)
    expect(await server.services.desks.findById(owner.desk.id)).toBeDefined()
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    expect(entries.map(({ event, byUid }) => [event, byUid])).toEqual([
      ['left', joined.desk.ownerUid],
    ])
  })
})

describe('a plan', () => {
  beforeAll(() => offerPlans(server.services))

  it('is for the desk from whose settings it was bought, whichever is chosen then', async () => {
    const owner = await server.signUp()
    const other = await server.signUp()
    await server.services.desks.rename(other.desk.id, 'Other one')
    await invite(owner, other.desk)
    const plan = withDesk(`${settings('plan')}?to=desk-plus`, other.desk.publicKey)
    const { text } = await server.ask(plan, owner)
    const account = elements(text, 'form')
      .map((_, index) => [...text.matchAll(/<form\b[^>]*>.*?<\/form>/gs)][index]?.[0] ?? '')
      .filter((form) => form.includes('action="/shop"'))
      .map((form) => field(form, 'account').value)[0]
    const added = await server.ask('/shop', {
      cookie: owner.cookie,
      form: { intent: 'add', product: 'desk-plus', quantity: '1', account: account ?? '' },
    })
    const cookie = `${owner.cookie}; ${cookieNamed(added, 'cart')}`
    const checkout = await server.ask('/shop/checkout', { cookie })
    expect(textOf(checkout.text)).toContain(
      words.en.checkout.forDesk.replace('{{desk}}', 'Other one'),
    )
    const hidden = {
      ...(await openCheckout(server, cookie, 'en')),
      account: field(checkout.text, 'account').value,
    }
    const placed = await order(server, cookie, hidden, { email: owner.email, consent: 'on' }, 'en')
    expect(placed.status).toBe(303)
    const [last] = (await server.services.orders.list('all', 1)).orders
    expect(last?.deskId).toBe(other.desk.id)
  })

  it.each(['en', 'de'] as const)(
    'is bought by managers alone, whatever their cart was (%s)',
    async (language) => {
      const owner = await server.signUp()
      const joined = await server.join(owner.desk, 'manager')
      const { members, orders } = server.services
      const uid = joined.desk.ownerUid
      const path = localizedPath('/shop/checkout', language)
      const cookie = await fillCart(server, { 'desk-plus': 1 }, joined.cookie)
      const page = async () => (await server.ask(path, { cookie })).text
      const shown = await page()
      const form = { ...hiddenIn(shown), account: field(shown, 'account').value }
      const place = () =>
        order(server, cookie, form, { email: joined.email, consent: 'on' }, language)
      const { manager } = words[language].checkout.errors
      const placed = async () => (await orders.list('all', 100)).orders.length
      const before = await placed()
      await members.setKind(owner.desk.id, uid, 'colleague', server.clock.now)
      const refused = await place()
      expect(refused.status).toBe(403)
      for (const text of [refused.text, await page()]) {
        expect(textOf(text)).toContain(manager)
        expect(text).not.toContain('value="order"')
      }
      expect(await placed()).toBe(before)
      await members.setKind(owner.desk.id, uid, 'manager', server.clock.now)
      expect((await place()).status).toBe(303)
    },
  )
})
