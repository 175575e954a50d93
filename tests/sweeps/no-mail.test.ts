import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '~/domain/text/languages'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { localizedPath } from '~/i18n/addresses'
import { textOf } from '../support/html'
import { letterBox } from '../support/letter-box'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

const own = {
  ACCOUNTS: 'own',
  FIREBASE_API_KEY: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_AUTH_EMULATOR_HOST: '',
}

const people = '/dashboard/settings/people'

interface Site {
  server: TestServer
  manager: Owner
  /** Whose address is not proved, and who is invited. */
  newcomer: Owner
  invitation: string
  /** Who came by an e-mailed link, without a password. */
  guest: Owner
  /** A conversation. */
  chat: string
}

const sites = new Map<boolean, Site>()

async function open(environment: Record<string, string>): Promise<Site> {
  const server = await openTestServer({ environment: { ...own, ...environment } })
  const { services, clock, origin, secrets } = server
  const manager = await server.signUp()
  const newcomer = await server.signUp()
  const form = { intent: 'invite', key: randomUUID(), email: newcomer.email, kind: 'colleague' }
  await server.ask(people, { cookie: manager.cookie, form })
  const [open] = await services.invitations.list(manager.desk.id)
  const secret = (open && recoverInvitationSecret(secrets, open)) ?? ''
  const email = newEmail()
  await services.identity.sendSignInLink(email, 'en', { continueUrl: origin })
  const [letter] = await letterBox(services, () => clock.now).sent(email, 'EMAIL_SIGNIN')
  const link = `/verify-email?${new URLSearchParams({ oobCode: letter?.code ?? '', lang: 'en' })}`
  const cookie = cookieFrom(await server.ask(link, { form: { email } }))
  const guest = { email, cookie, desk: manager.desk }
  const chat = `/chat?t=${(await server.begin('Hello')).secret}`
  return { server, manager, newcomer, guest, chat, invitation: `/signup?invitation=${secret}` }
}

beforeAll(async () => {
  sites.set(false, await open({}))
  // Its letters are written, and wait for the tests' clock.
  sites.set(true, await open({ SMTP_URL: 'smtp://127.0.0.1:1' }))
})
afterAll(() => Promise.all([...sites.values()].map(({ server }) => server.close())))

type Words = (typeof words)['en']

interface Page {
  path: string | ((site: Site) => string)
  reader?: 'manager' | 'newcomer' | 'guest'
  /** What stands there only where letters leave. */
  promise?(words: Words): string
}

const pages: Record<string, Page> = {
  'sign-up': { path: '/signup', promise: ({ signup }) => signup.letter },
  'sign-in by a link': { path: '/login', promise: ({ login }) => login.linkHint },
  'a new password': { path: '/login?forgot', promise: ({ login }) => login.forgotLead },
  'a sent link': { path: '/login?sent=link', promise: ({ login }) => login.sentLink },
  'a sent reset': { path: '/login?sent=reset', promise: ({ login }) => login.sentReset },
  'a confirmation': {
    path: '/verify-email',
    reader: 'newcomer',
    promise: ({ verify }) => verify.sent,
  },
  'a second confirmation': {
    path: '/verify-email?mail=sent',
    reader: 'newcomer',
    promise: ({ verify }) => verify.resent,
  },
  'a confirmation of somebody who is signed out': {
    path: '/verify-email?lang=en',
    promise: ({ verify }) => verify.notYours,
  },
  'a void confirmation': {
    path: '/verify-email?lang=en&oobCode=void&mode=verifyEmail',
    promise: ({ verify }) => verify.notYours,
  },
  'a void confirmation of one’s own': {
    path: '/verify-email?lang=en&oobCode=void&mode=verifyEmail',
    reader: 'newcomer',
  },
  'a void reset': { path: '/verify-email?lang=en&oobCode=void&mode=resetPassword' },
  'a void sign-in link': { path: '/verify-email?lang=en&oobCode=void&mode=signIn' },
  'a void return of an address': { path: '/verify-email?lang=en&oobCode=void&mode=recoverEmail' },
  'a restored address': { path: '/verify-email?lang=en&done=recoverEmail' },
  'a change of address': {
    path: '/dashboard/profile',
    reader: 'manager',
    promise: ({ profile }) => profile.emailHint,
  },
  'an address of one’s own': {
    path: '/dashboard/profile',
    reader: 'newcomer',
    promise: ({ profile }) => profile.sendAgain,
  },
  'a first password': {
    path: '/dashboard/settings/password',
    reader: 'guest',
    promise: ({ account }) => account.resetText,
  },
  'an invitation to an unproven address': {
    path: ({ invitation }) => invitation,
    reader: 'newcomer',
    promise: ({ invitation }) => invitation.verify.text,
  },
}

const table = languages.flatMap((language) =>
  Object.keys(pages).map((name) => [name, language] as const),
)

interface GuestPage extends Pick<Page, 'path' | 'reader'> {
  /** What stands there only where letters leave, and what else. */
  texts(words: Words): string[]
}

const guestPages: Record<string, GuestPage> = {
  'a lost order': {
    path: '/shop/success',
    texts: ({ order }) => [order.lost.text, order.unmailed.lost],
  },
  'an unknown order': {
    path: '/shop/success?order=nothing',
    texts: ({ order }) => [order.unknownText, order.unmailed.lost],
  },
  'an unknown order to cancel': {
    path: '/shop/cancel?order=nothing',
    texts: ({ order }) => [order.unknownText, order.unmailed.lost],
  },
  'a withdrawal': {
    path: '/withdrawal?withdraw',
    texts: ({ withdrawal }) => [withdrawal.byMail, withdrawal.onPage],
  },
  'the address of a withdrawal': {
    path: '/withdrawal?withdraw',
    texts: ({ withdrawal }) => [withdrawal.emailHint],
  },
  'a cancellation': {
    path: '/withdrawal?cancel',
    texts: ({ withdrawal }) => [withdrawal.byMail, withdrawal.onPage],
  },
  'a conversation': {
    path: ({ chat }) => chat,
    texts: ({ chat }) => [chat.keepLink, chat.unmailed.keepLink],
  },
  'the link of a conversation': { path: ({ chat }) => chat, texts: ({ chat }) => [chat.sendLink] },
  'the terms': { path: '/terms', texts: ({ legal }) => [legal.keep] },
  'pick-up, for its owner': {
    path: '/dashboard/shelf/shipping',
    reader: 'manager',
    texts: ({ shelf }) => [shelf.payOnPickupHint, shelf.payOnPickupUnmailed],
  },
  feedback: { path: '/chat?feedback=1', texts: ({ rating }) => [rating.emailHint] },
}

const guestTable = languages.flatMap((language) =>
  Object.keys(guestPages).map((name) => [name, language] as const),
)

async function read(site: Site, { path, reader }: Page, language: Language): Promise<string> {
  const asked = localizedPath(typeof path === 'string' ? path : path(site), language)
  const cookie = reader && site[reader].cookie
  const { text } = await site.server.ask(asked.replace('lang=en', `lang=${language}`), { cookie })
  return textOf(text)
}

describe('Without a mail server, accounts of our own', () => {
  test.each(table)(
    'read of it where a page would promise a letter: %s, in %s',
    async (name, lang) => {
      const page = pages[name]
      if (!page) throw new Error(`No page ${name}`)
      const said = words[lang].nomail.text
      // Up to what is filled in.
      const promise = page.promise?.(words[lang]).split('{{')[0] ?? ''
      for (const [sends, site] of sites) {
        const text = await read(site, page, lang)
        expect([sends, text.includes(said)]).toEqual([sends, !sends])
        if (promise) expect([sends, text.includes(promise)]).toEqual([sends, sends])
      }
    },
  )

  test.each(guestTable)('promise no letter: %s, in %s', async (name, lang) => {
    const page = guestPages[name]
    if (!page) throw new Error(`No page ${name}`)
    const [promise = '', instead = ''] = page.texts(words[lang])
    for (const [sends, site] of sites) {
      const text = await read(site, page, lang)
      expect([sends, text.includes(promise)]).toEqual([sends, sends])
      if (instead) expect([sends, text.includes(instead)]).toEqual([sends, !sends])
    }
  })

  test.each(languages)('say of a message that it does not leave, in %s', async (language) => {
    const said = words[language]
    for (const [sends, { server, manager }] of sites) {
      const path = localizedPath('/dashboard/tickets/new', language)
      const blank = textOf((await server.ask(path, manager)).text)
      expect([sends, blank.includes(said.write.hint)]).toEqual([sends, sends])
      expect([sends, blank.includes(said.write.unmailed)]).toEqual([sends, !sends])
      const key = randomUUID().replaceAll('-', '')
      const form = { intent: 'send', key, email: newEmail(), body: 'It is ready.' }
      const sent = await server.ask(path, { ...manager, form })
      const cookie = [manager.cookie, ...sent.setCookies.map((each) => each.split(';')[0])].join(
        '; ',
      )
      const ticket = textOf((await server.ask(sent.location, { cookie })).text)
      const { conversationBegun, unmailed } = said.notices
      expect(ticket).toContain(sends ? conversationBegun : unmailed.conversationBegun)
      expect([sends, ticket.includes(said.tickets.noMail.unmailed)]).toEqual([sends, !sends])
    }
  })

  test.each(languages)('pass invitations on by hand, in %s', async (language) => {
    const { people: said, notices } = words[language]
    for (const [sends, { server, manager, invitation }] of sites) {
      const path = localizedPath(people, language)
      const page = await server.ask(path, manager)
      const lead = sends ? said.inviteLead : said.inviteLeadByHand
      expect(textOf(page.text)).toContain(lead)
      expect([sends, page.text.includes(`${server.origin}${invitation}`)]).toEqual([sends, !sends])
      expect(textOf(page.text)).toContain(sends ? said.again : said.renew)
      const form = { intent: 'invite', key: randomUUID(), email: newEmail(), kind: 'colleague' }
      const sent = await server.ask(path, { ...manager, form })
      const cookie = [manager.cookie, ...sent.setCookies.map((each) => each.split(';')[0])].join(
        '; ',
      )
      const after = await server.ask(sent.location, { cookie })
      const [made = ''] = said.invited.split('{{email}}')
      expect(textOf(after.text)).toContain(sends ? notices.invited : `${made}${form.email}`)
      const links = after.text.match(/href="[^"]*\?invitation=[^"]+"/g) ?? []
      expect([sends, new Set(links).size]).toEqual([sends, sends ? 0 : links.length])
    }
  })
})
