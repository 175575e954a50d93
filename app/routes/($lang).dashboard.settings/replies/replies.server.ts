import { z } from 'zod'
import { limitsAt } from '~/domain/desks/entitlements'
import type { FormError } from '~/domain/forms/forms'
import { liftingPlan } from '~/domain/shop/plans'
import { newId } from '~/domain/text/ids'
import type { LocalizedText } from '~/domain/text/languages'
import { formKey } from '~/domain/tickets/message-input'
import { savedReplyShortcut, savedReplyText } from '~/domain/tickets/saved-replies-input'
import { newFormKey } from '~/http/forms/key.server'
import { requireDesk } from '~/http/sessions/access.server'
import { type Refusal, refuse } from '~/http/sessions/proof.server'
import type { Asking, Looking } from '../asking'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'

const content = { shortcut: savedReplyShortcut, textEn: savedReplyText, textDe: savedReplyText }
const which = { reply: z.string({ required_error: 'errors:form.key' }) }

const forms = formsByIntent(
  z.object({ intent: z.literal('add-reply'), key: formKey, ...content }),
  z.object({ intent: z.literal('change-reply'), ...which, ...content }),
  z.object({ intent: z.literal('remove-reply'), ...which }),
)

type ReplyForm = z.output<typeof forms>
export type RepliesPage = Awaited<ReturnType<typeof readReplies>>

export const replies = servedSection({ read: readReplies, forms, act: actOnReplies })

async function readReplies({ desk, context: { url, services } }: Looking) {
  const replies = await services.savedReplies.list(desk.id)
  return {
    replies: replies.map(({ id, shortcut, text }) => ({ id, shortcut, text })),
    changing: replies.find(({ id }) => id === url.searchParams.get('reply'))?.id,
    key: newFormKey(),
  }
}

async function actOnReplies(asking: Asking, form: ReplyForm): Promise<Response | Refusal> {
  const { desk } = await requireDesk(asking.context)
  const { savedReplies } = asking.context.services
  if (form.intent === 'remove-reply') {
    await savedReplies.remove(desk.id, form.reply)
    return done(asking, 'replies', 'replyRemoved')
  }
  const { shortcut } = form
  const text: LocalizedText = { en: form.textEn, de: form.textDe }
  if (!text.en && !text.de) return refuse({ textEn: 'replies:errors.text' }, 400)
  const now = asking.context.now()
  if (form.intent === 'change-reply') {
    const changed = await savedReplies.change(desk.id, form.reply, {
      shortcut,
      text,
      updatedAt: now,
    })
    return changed === 'changed' ? done(asking, 'replies', 'replyChanged') : refused(changed)
  }
  const { entitlements } = asking.context.services
  const { savedReplies: most } = await limitsAt(entitlements, desk.id, now)
  const added = await savedReplies.add(
    {
      id: newId(now),
      deskId: desk.id,
      createKey: form.key,
      shortcut,
      text,
      createdAt: now,
      updatedAt: now,
    },
    most,
  )
  return added === 'added' || added === 'again'
    ? done(asking, 'replies', 'replyAdded')
    : added === 'full'
      ? full(most, asking)
      : refused(added)
}

/** The plan has no room; names the plan that has. */
function full(most: number, { context, language }: Asking): Refusal {
  const { services, now } = context
  const lifting = liftingPlan(services.catalogue.read(now()), 'savedReplies', most)
  const error: FormError = lifting
    ? { key: 'replies:errors.fullPlan', values: { most, plan: lifting.title[language] } }
    : { key: 'replies:errors.full', values: { most } }
  return refuse({ form: error }, 409)
}

function refused(why: 'taken' | 'conflict' | 'unknown'): Refusal {
  switch (why) {
    case 'taken':
      return refuse({ shortcut: 'replies:errors.taken' }, 409)
    case 'conflict':
      return refuse({ form: 'replies:errors.sentBefore' }, 409)
    case 'unknown':
      return refuse({ form: 'replies:errors.gone' }, 404)
  }
}
