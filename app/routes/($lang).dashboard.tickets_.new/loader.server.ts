import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { type FilledReply, readFilledReplies } from '~/components/tickets/saved-replies.server'
import { customerName } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { type KnownVisitor, knownVisitors } from '~/domain/tickets/known-visitors'
import { aboutLetter } from '~/http/desks/about-letter.server'
import { newFormKey } from '~/http/forms/key.server'
import { requireDesk, runsShop } from '~/http/sessions/access.server'
import { sendsLetters } from '~/http/sessions/account-mail.server'
import { translations } from '~/i18n/translation.server'

export interface NewConversationPage {
  key: string
  name: string
  email: string
  /** Of the order or the ticket; empty where the address says none. */
  language: Language | ''
  /** Whom a message can go to. */
  known: KnownVisitor[]
  /** What it begins with, in its reader's language. */
  body: string
  saved: FilledReply[]
  /** What its letter has at its end, and how it is answered. */
  aboutLetter?: string
  /** The owner's address is confirmed, so that e-mails may be sent. */
  mayWrite: boolean
}

export async function loader({ context }: LoaderFunctionArgs): Promise<NewConversationPage> {
  const { session, desk, member } = await requireDesk(context)
  const to = (await fromOrder(context)) ?? (await fromTicket(context))
  const page = { name: '', email: '', language: '', body: '', ...to } as const
  const about = { name: page.name, language: page.language || context.language }
  const { savedReplies } = context.services
  const noMail = !sendsLetters(context.config)
  const writing = { desk, member, language: about.language, noMail }
  return {
    ...page,
    key: newFormKey(),
    saved: await readFilledReplies(savedReplies, desk, about, member.uid),
    aboutLetter: aboutLetter(writing, context),
    known: to ? [] : await knownVisitors(context.services, desk.id),
    mayWrite: session.user.emailVerified,
  }
}

type Reader = Pick<NewConversationPage, 'name' | 'email' | 'language'> &
  Partial<Pick<NewConversationPage, 'body'>>

function numberNamed({ url }: AppLoadContext, name: 'order' | 'ticket'): number | undefined {
  const text = url.searchParams.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** The customer of the order in the address, for the site's owner. */
async function fromOrder(context: AppLoadContext): Promise<Reader | undefined> {
  const number = numberNamed(context, 'order')
  if (number === undefined || !(await runsShop(context))) return undefined
  const order = await context.services.orders.find({ number })
  if (!order?.email) return undefined
  const name = customerName(order)
  const { email, language } = order
  const body = translations(language).t('write:aboutOrder', { number })
  return { name: name === email ? '' : name, email, language, body }
}

/** The visitor of the ticket in the address. */
async function fromTicket(context: AppLoadContext): Promise<Reader | undefined> {
  const number = numberNamed(context, 'ticket')
  if (number === undefined) return undefined
  const { desk } = await requireDesk(context)
  const ticket = await context.services.tickets.find({ deskId: desk.id, number })
  if (!ticket) return undefined
  const { visitorName: name, visitorEmail: email } = ticket
  return { name, email, language: answerLanguage(ticket) }
}
