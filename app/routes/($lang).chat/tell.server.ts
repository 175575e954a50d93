import { type AppLoadContext, redirect } from '@remix-run/node'
import { freeFeedback } from '~/domain/feedback/feedback'
import { opinionForm } from '~/domain/feedback/input'
import { planFeedbackMail } from '~/domain/letters/feedback-mails'
import { formKey } from '~/domain/tickets/message-input'
import { sameWords, suspicionOf } from '~/domain/tickets/spam'
import { visitorDetails } from '~/domain/tickets/visitors'
import { readFields, readForm } from '~/http/forms/forms.server'
import { newFormKey } from '~/http/forms/key.server'
import { formStamp, readStamp } from '~/http/forms/stamp.server'
import { takeOne } from '~/http/limits/attempts.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import type { NotTaken } from './rate.server'
import { spamFields } from './spam.server'
import type { Visit } from './visit.server'

type AtDesk = Extract<Visit, { kind: 'desk' }>

export interface Telling {
  deskName: string
  chat: string
  action: string
  key: string
  stamp: string
  thanks: boolean
}

const thanks = 'thanks'

export function readTelling({ desk }: AtDesk, context: AppLoadContext): Telling {
  const { url } = context
  const now = context.now()
  return {
    deskName: desk.name,
    chat: addressOf(url),
    action: addressOf(url, '1'),
    key: newFormKey(),
    stamp: formStamp(context.config.secrets, desk.id, now),
    thanks: url.searchParams.get('feedback') === thanks,
  }
}

const tellForm = opinionForm.extend({ key: formKey }).and(visitorDetails).and(spamFields)

/** Throws the redirect, or returns why not. Suspected spam is stored as held. */
export async function tellIfAsked(
  { desk }: AtDesk,
  intent: string,
  request: Request,
  context: AppLoadContext,
): Promise<NotTaken | undefined> {
  if (intent !== 'tell') return undefined
  const form = readFields(await readForm(request), tellForm)
  if (form.kind === 'switch-language') return { answer: form.answer, status: 200 }
  if (form.kind === 'invalid') return { answer: form.answer, status: 400 }
  const { key: createKey, rating, comment, email, ...signs } = form.value
  const url = context.url
  const blocked = email !== '' && (await context.services.visitorBlocks.has(desk.id, email))
  const spam = blocked || (await looksLikeSpam(desk.id, { ...signs, body: comment }, context))
  const locale = context.language
  const state = spam ? 'held' : 'shown'
  const opinion = { rating, comment, locale, deskId: desk.id, createKey, email, state } as const
  const now = context.now()
  const added = await context.services.feedback.add(freeFeedback(opinion, now))
  if (added === 'added' && !spam) await planFeedbackMail(context.services, desk, now)
  if (added !== 'conflict') throw redirect(addressOf(url, thanks), 303)
  const { key: _, ...typed } = form.typed
  return { answer: { typed, errors: { rating: 'rating:errors.sentBefore' } }, status: 409 }
}

async function looksLikeSpam(
  deskId: string,
  { stamp, homepage, name, body }: { stamp: string; homepage: string; name: string; body: string },
  context: AppLoadContext,
): Promise<boolean> {
  const { config, now } = context
  const age = readStamp(stamp, config.secrets, deskId, now())?.age
  const rules = {
    leastAge: config.formSeconds * 1_000,
    ownHosts: [new URL(config.publicOrigin).host],
  }
  if (suspicionOf({ trapped: homepage !== '', age, name, body }, rules)) return true
  const words = sameWords(body)
  if (words && (await takeOne(context, 'repeat', `${deskId} ${words}`, 'words')) > 0) return true
  return (await takeOne(context, 'begin-aside', deskId, 'feedback')) > 0
}

function addressOf({ pathname, searchParams }: URL, feedback?: string): string {
  const query = new URLSearchParams(searchParams)
  query.delete('feedback')
  if (feedback) query.set('feedback', feedback)
  const path = localizedPath('/chat', languageOfPath(pathname))
  return query.size > 0 ? `${path}?${query}` : path
}
