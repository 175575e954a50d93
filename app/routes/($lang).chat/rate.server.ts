import { type AppLoadContext, redirect } from '@remix-run/node'
import { changeableUntil, isAsked, type Rating, rateTicket } from '~/domain/feedback/feedback'
import { opinionForm, ratingFrom } from '~/domain/feedback/input'
import type { FormAnswer } from '~/domain/forms/forms'
import { planFeedbackMail } from '~/domain/letters/feedback-mails'
import { inLanguage, type Language } from '~/domain/text/languages'
import { readFields, readForm } from '~/http/forms/forms.server'
import { takeOne } from '~/http/limits/attempts.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import type { Visit } from './visit.server'

type AtTicket = Extract<Visit, { kind: 'ticket' }>

export interface ShownRating {
  /** The owner's words; undefined for ours. */
  question?: { text: string; language: Language }
  given?: { rating: Rating; comment: string }
  /** Undefined when it may not be changed any more. */
  changeableUntil?: Date
  /** From an e-mail's link; counts only once the form is sent. */
  suggested?: Rating
}

export async function readRating(
  { ticket, desk }: AtTicket,
  { url, language, services, now }: AppLoadContext,
): Promise<ShownRating | undefined> {
  const given = await services.feedback.findOf(ticket)
  if (!given && !isAsked(ticket)) return undefined
  const until = given && changeableUntil(given)
  return {
    question: inLanguage(desk.askRating, language),
    given: given && { rating: given.rating, comment: given.comment },
    changeableUntil: until && until > now() ? until : undefined,
    suggested: ratingFrom(url.searchParams.get('rate')),
  }
}

export interface NotTaken {
  answer: FormAnswer
  status: number
  headers?: Record<string, string>
}

/** Throws the redirect, or returns why not. Knowing the link is the permission. */
export async function rateIfAsked(
  { ticket, desk, secret }: AtTicket,
  intent: string,
  request: Request,
  context: AppLoadContext,
): Promise<NotTaken | undefined> {
  if (intent !== 'rate') return undefined
  const form = readFields(await readForm(request), opinionForm)
  if (form.kind === 'switch-language') return { answer: form.answer, status: 200 }
  if (form.kind === 'invalid') return { answer: form.answer, status: 400 }
  const { value, typed } = form
  const wait = await takeOne(context, 'message', ticket.id)
  if (wait > 0) {
    const error = { key: 'errors:message.fast', values: { count: wait } }
    const headers = { 'Retry-After': String(wait) }
    return { answer: { typed, errors: { rating: error } }, status: 429, headers }
  }
  const locale = context.language
  const opinion = { ...value, locale }
  const now = context.now()
  const rated = await rateTicket(context.services, secretHash(secret), opinion, now)
  if (rated.kind === 'refused') {
    const error = rated.feedback ? 'rating:errors.late' : 'rating:errors.early'
    return { answer: { typed, errors: { rating: error } }, status: 409 }
  }
  await planFeedbackMail(context.services, desk, now)
  throw redirect(localizedPath(`/chat?${new URLSearchParams({ t: secret })}#rate`, locale), 303)
}
