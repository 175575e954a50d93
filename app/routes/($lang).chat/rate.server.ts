import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import {
  changeableUntil,
  isAsked,
  type Opinion,
  opinionOf,
  rateTicket,
} from '~/domain/feedback/feedback'
import { opinionForm, ratingFrom } from '~/domain/feedback/input'
import type { Rating } from '~/domain/feedback/ratings'
import { planFeedbackMail } from '~/domain/letters/feedback-mails'
import { inLanguage, type Language } from '~/domain/text/languages'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import type { AtTicket, ToTicket } from './visit.server'

export interface ShownRating {
  /** Whether the page shows it; the page's script does once the conversation is done. */
  asked: boolean
  /** The owner's words; undefined for ours. */
  question?: { text: string; language: Language }
  given?: Opinion
  /** Whether the comment is on the page already. */
  said?: boolean
  /** Undefined when it may not be changed any more. */
  changeableUntil?: Date
  /** From an e-mail's link; counts only once the form is sent. */
  suggested?: Rating
}

export async function readRating(
  { ticket, desk }: AtTicket,
  { url, language, services, now }: AppLoadContext,
): Promise<ShownRating> {
  const given = await services.feedback.findOf(ticket)
  const until = given && changeableUntil(given)
  return {
    asked: given !== undefined || isAsked(ticket),
    question: inLanguage(desk.askRating, language),
    given: given && opinionOf(given),
    changeableUntil: until && until > now() ? until : undefined,
    suggested: ratingFrom(url.searchParams.get('rate')),
  }
}

export const ratingInput = opinionForm

export async function rate(
  opinion: z.output<typeof ratingInput>,
  { ticket, deskId, secret, context }: Asked<ToTicket>,
): Promise<ActionResult> {
  const { services, language: locale, now } = context
  const wait = await consume(context, 'message', ticket.id)
  if (wait > 0) {
    const rating = { key: 'errors:message.fast', values: { count: wait } }
    return { status: 429, errors: { rating }, retryAfter: wait }
  }
  const at = now()
  // First, so that a process that ends between the two commits forgets no e-mail.
  const desk = await services.desks.findById(deskId)
  if (desk) await planFeedbackMail(services, desk, at)
  const rated = await rateTicket(services, secretHash(secret), { ...opinion, locale }, at)
  if (rated.kind === 'refused') {
    return {
      status: 409,
      errors: { rating: rated.feedback ? 'rating:errors.late' : 'rating:errors.early' },
    }
  }
  return { to: localizedPath(`/chat?${new URLSearchParams({ t: secret })}#rate`, locale) }
}
