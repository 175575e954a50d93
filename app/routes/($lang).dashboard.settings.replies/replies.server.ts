import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { limitsAt } from '~/domain/desks/entitlements'
import type { FormError } from '~/domain/forms/forms'
import { liftingPlan } from '~/domain/shop/plans'
import { newId } from '~/domain/text/ids'
import { defaultLanguage, inLanguage, type Language } from '~/domain/text/languages'
import { fieldIn, fieldsIn, textIn } from '~/domain/text/localized-fields'
import { formKey } from '~/domain/tickets/message-input'
import { savedReplyShortcut, savedReplyText } from '~/domain/tickets/saved-replies-input'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Forms, form, formAction } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'
import { repliesAddress } from './address'

const content = z.object({ shortcut: savedReplyShortcut, ...fieldsIn('text', savedReplyText) })
const which = z.object({ reply: z.string() })
const hasWords = (form: z.output<typeof content>) =>
  inLanguage(textIn('text', form), defaultLanguage) !== undefined
const noWords = (language: Language) => {
  return { path: [fieldIn('text', language)], message: 'replies:errors.text' }
}
const newReply = (language: Language) =>
  content.extend({ key: formKey }).refine(hasWords, noWords(language))
const changedReply = (language: Language) =>
  content.merge(which).refine(hasWords, noWords(language))

export type RepliesPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context)
  const { url, services } = context
  const replies = await services.savedReplies.list(desk.id)
  return {
    replies: replies.map(({ id, shortcut, text }) => ({ id, shortcut, text })),
    changing: replies.find(({ id }) => id === url.searchParams.get('reply'))?.id,
    key: newFormKey(),
  }
}

const forms: Forms<OwnDesk> = {
  'add-reply': form(newReply, async ({ key: createKey, shortcut, ...typed }, { desk, context }) => {
    const { savedReplies, entitlements } = context.services
    const now = context.now()
    const { savedReplies: most } = await limitsAt(entitlements, desk.id, now)
    const text = textIn('text', typed)
    const times = { createdAt: now, updatedAt: now }
    const reply = { id: newId(now), deskId: desk.id, createKey, shortcut, text, ...times }
    const added = await savedReplies.add(reply, most)
    if (added === 'full') return full(most, context)
    if (added !== 'added' && added !== 'again') return refused[added]
    return { to: sectionPage('replies', context), notice: 'replyAdded' }
  }),
  'change-reply': form(changedReply, async ({ reply, shortcut, ...typed }, { desk, context }) => {
    const text = textIn('text', typed)
    const change = { shortcut, text, updatedAt: context.now() }
    const changed = await context.services.savedReplies.change(desk.id, reply, change)
    if (changed !== 'changed') return refused[changed]
    return { to: sectionPage('replies', context), notice: 'replyChanged' }
  }),
  'remove-reply': form(which, async ({ reply }, { desk, context }) => {
    await context.services.savedReplies.remove(desk.id, reply)
    return { to: sectionPage('replies', context), notice: 'replyRemoved' }
  }),
}

export const action = formAction(requireDesk, { ...forms, ...atDeskForms })

/** The plan has no room; names the plan that has. */
async function full(
  most: number,
  { services, now, language }: AppLoadContext,
): Promise<ActionResult> {
  const lifting = liftingPlan(await services.catalogue.read(now()), 'savedReplies', most)
  const form: FormError = lifting
    ? { key: 'replies:errors.fullPlan', values: { most, plan: lifting.title[language] } }
    : { key: 'replies:errors.full', values: { most } }
  return { status: 409, errors: { form }, more: { see: repliesAddress() } }
}

const refused = {
  taken: { status: 409, errors: { shortcut: 'replies:errors.taken' } },
  conflict: { status: 409, errors: { form: 'replies:errors.sentBefore' } },
  unknown: { status: 404, errors: { form: 'replies:errors.gone' } },
} satisfies Record<string, ActionResult>
