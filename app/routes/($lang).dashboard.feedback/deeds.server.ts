import { type AppLoadContext, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { Desk } from '~/domain/desks/desks'
import type { FeedbackState } from '~/domain/feedback/feedback'
import { followUp } from '~/domain/feedback/follow-up'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { flash } from '~/http/cookies/flash.server'
import { readFields, readForm } from '~/http/forms/forms.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'

const question = z.string().trim().max(200, 'feedback:errors.question').optional()

const unknownIntent = { errorMap: () => ({ message: 'errors:form.key' }) }

const forms = z.discriminatedUnion(
  'intent',
  [
    z.object({ intent: z.literal('follow-up'), id: z.string() }),
    z.object({ intent: z.enum(['hide', 'show']), id: z.string() }),
    z.object({ intent: z.literal('save-question'), askEn: question, askDe: question }),
  ],
  unknownIntent,
)

interface Refused {
  answer: FormAnswer
  status: number
}

export async function act(request: Request, context: AppLoadContext): Promise<Response | Refused> {
  const { desk, session } = await requireDesk(context)
  const form = readFields(await readForm(request), forms)
  if (form.kind === 'switch-language') return { answer: form.answer, status: 200 }
  if (form.kind === 'invalid') return { answer: form.answer, status: 400 }
  const { value, typed } = form
  const here = context.path
  switch (value.intent) {
    case 'follow-up':
      return reopen(value.id, desk, context)
    case 'hide':
    case 'show': {
      const state = value.intent === 'hide' ? 'hidden' : 'shown'
      return (await moderate(desk, value.id, state, context))
        ? done(here, state === 'hidden' ? 'feedbackHidden' : 'feedbackShown', context)
        : refusal(404, 'feedback:errors.unknown', typed)
    }
    case 'save-question': {
      const askRating = { en: value.askEn, de: value.askDe }
      await context.services.desks.saveTexts(session.user.uid, { askRating })
      return done(here, 'questionSaved', context)
    }
  }
}

async function reopen(id: string, desk: Desk, context: AppLoadContext) {
  const { config, services, now } = context
  const given = await services.feedback.find(desk.id, id)
  const { t } = translations(given?.locale ?? 'en')
  const making = {
    words: t('layout:ratingOf', { rating: given?.rating }),
    secretHash: (key: string) => secretHash(ticketSecret(config.secrets[0] ?? '', desk.id, key)),
  }
  const followed = await followUp(services, desk.id, id, making, now())
  if (followed.kind === 'unknown') return refusal(404, 'feedback:errors.unknown')
  if (followed.kind === 'nobody') return refusal(409, 'feedback:errors.nobody')
  const address = localizedPath(`/dashboard/tickets?ticket=${followed.number}`, context.language)
  return done(address, 'reopened', context)
}

/** Only free feedback can be hidden: a ticket's is the visitor's to change. */
async function moderate(
  desk: Desk,
  id: string,
  state: FeedbackState,
  { services, now }: AppLoadContext,
): Promise<boolean> {
  const given = await services.feedback.find(desk.id, id)
  return given?.kind === 'free' && services.feedback.setState(desk.id, id, state, now())
}

function refusal(status: number, error: string, typed: FormAnswer['typed'] = {}): Refused {
  return { answer: { typed, errors: { form: error } }, status }
}

async function done(address: string, notice: Notice, context: AppLoadContext): Promise<Response> {
  const headers = { 'Set-Cookie': flash(context, notice) }
  return redirect(address, { status: 303, headers })
}
