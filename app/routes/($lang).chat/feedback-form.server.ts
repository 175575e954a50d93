import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import { freeFeedback } from '~/domain/feedback/feedback'
import { opinionForm } from '~/domain/feedback/input'
import { planFeedbackMail } from '~/domain/letters/feedback-mails'
import type { RateLimitName } from '~/domain/limits/rate-limits'
import { takeTextRoom } from '~/domain/limits/text-room'
import { formKey } from '~/domain/tickets/message-input'
import { sameWords, suspicionOf } from '~/domain/tickets/spam'
import { visitorDetails } from '~/domain/tickets/visitors'
import { type ActionResult, type Asked, comeAgain } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { formStamp, readStamp } from '~/http/forms/stamp.server'
import { consume, giveBack } from '~/http/limits/rate-limits.server'
import { languageOfPath, localizedPath, withQuery } from '~/i18n/addresses'
import { spamFields } from './spam.server'
import type { AtDesk, ToDesk } from './visit.server'

export interface FeedbackPage {
  deskName: string
  chat: string
  action: string
  key: string
  stamp: string
  thanks: boolean
}

const thanks = 'thanks'

export function readFeedbackForm({ desk }: AtDesk, context: AppLoadContext): FeedbackPage {
  const { url } = context
  const now = context.now()
  return {
    deskName: desk.name,
    chat: addressOf(url),
    // One of its own: see `keptForBack`.
    action: addressOf(url, 'tell'),
    key: newFormKey(),
    stamp: formStamp(context.config.secrets, desk.id, now),
    thanks: url.searchParams.get('feedback') === thanks,
  }
}

export const feedbackInput = opinionForm
  .extend({ key: formKey })
  .and(visitorDetails)
  .and(spamFields)

/** Suspected spam is stored as held, as long as there is room for it. */
export async function giveFeedback(
  { key: createKey, email, stamp, homepage, name, ...given }: z.output<typeof feedbackInput>,
  { desk, typed: { key: _, ...typed }, context }: Asked<ToDesk>,
): Promise<ActionResult> {
  const { services, language: locale, url, now, clientAddress } = context
  const from = { deskId: desk.id, writer: 'stranger', clientAddress } as const
  const room = await takeTextRoom(services, from, given.comment, now())
  // What is stored already is answered as it was then.
  if (room.seconds > 0 && !(await services.feedback.has(desk.id, createKey)))
    return comeAgain(room.seconds)
  const blocked = email !== '' && (await services.visitorBlocks.has(desk.id, email))
  const judged = blocked
    ? { spam: true, taken: [] }
    : await judge(desk.id, { stamp, homepage, name, body: given.comment }, context)
  const { spam } = judged
  const state = spam ? 'held' : 'shown'
  const opinion = { ...given, locale, deskId: desk.id, createKey, email, state } as const
  const at = now()
  // First, so that a process that ends between the two commits forgets no e-mail.
  if (!spam) await planFeedbackMail(services, desk, at)
  const added = await services.feedback.add(freeFeedback(opinion, at))
  if (added === 'again') {
    await room.giveBack(now())
    for (const limit of judged.taken) await giveBack(context, ...limit)
  }
  if (added === 'conflict')
    return { status: 409, typed, errors: { rating: 'rating:errors.sentBefore' } }
  return { to: addressOf(url, thanks) }
}

type Limit = [name: RateLimitName, account: string, way: string]

/** `taken`: what it cost, to give back for a form that is sent again. */
async function judge(
  deskId: string,
  { stamp, homepage, name, body }: { stamp: string; homepage: string; name: string; body: string },
  context: AppLoadContext,
): Promise<{ spam: boolean; taken: Limit[] }> {
  const { config, now } = context
  const age = readStamp(stamp, config.secrets, deskId, now())?.age
  const rules = {
    leastAge: config.formSeconds * 1_000,
    ownHosts: [new URL(config.publicOrigin).host],
  }
  const taken: Limit[] = []
  if (suspicionOf({ trapped: homepage !== '', age, name, body }, rules))
    return { spam: true, taken }
  const words = sameWords(body)
  const limits: Limit[] = [
    ...(words ? ([['repeat', `${deskId} ${words}`, 'words']] as Limit[]) : []),
    ['begin', deskId, 'feedback'],
  ]
  for (const limit of limits) {
    if ((await consume(context, ...limit)) > 0) return { spam: true, taken }
    taken.push(limit)
  }
  return { spam: false, taken }
}

function addressOf({ pathname, searchParams }: URL, feedback?: string): string {
  const query = new URLSearchParams(searchParams)
  query.delete('feedback')
  if (feedback) query.set('feedback', feedback)
  const path = localizedPath('/chat', languageOfPath(pathname))
  return withQuery(path, query)
}
