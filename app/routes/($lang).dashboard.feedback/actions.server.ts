import { z } from 'zod'
import { followUp } from '~/domain/feedback/follow-up'
import { optionalLines } from '~/domain/forms/lines'
import { defaultLanguage } from '~/domain/text/languages'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { forManagers } from '~/http/forms/for-managers'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'

const questions = z.object(fieldsIn('ask', optionalLines(200, 'feedback:errors.question')))
const which = z.object({ id: z.string() })

export const action = formAction(requireDesk, {
  'follow-up': form(which, reopen),
  hide: form(which, moderate),
  show: form(which, moderate),
  'save-question': forManagers(
    form(questions, async (typed, asked: Asked<OwnDesk>) => {
      const { desk, context } = asked
      const askRating = textIn('ask', typed)
      await context.services.desks.saveTexts(desk.id, { askRating })
      await logChange(asked, 'texts', [desk.askRating, askRating])
      return { to: context.path, notice: 'questionSaved' }
    }),
  ),
  ...atDeskForms,
})

async function reopen(
  { id }: z.output<typeof which>,
  { desk, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { language, config, services, now } = context
  const given = await services.feedback.find(desk.id, id)
  const { t } = translations(given?.locale ?? defaultLanguage)
  const making = {
    words: t('layout:ratingOf', { rating: given?.rating }),
    secretHash: (key: string) => secretHash(ticketSecret(config.secrets[0] ?? '', desk.id, key)),
  }
  const followed = await followUp(services, desk.id, id, making, now())
  if (followed.kind === 'unknown') return unknown
  if (followed.kind === 'nobody') return { status: 409, errors: { form: 'feedback:errors.nobody' } }
  const to = localizedPath(`/dashboard/tickets?ticket=${followed.number}`, language)
  return { to, notice: followed.kind === 'opened' ? 'ticketOpened' : 'reopened' }
}

/** Only free feedback can be hidden: a ticket's is the visitor's to change. */
async function moderate(
  { id }: z.output<typeof which>,
  { intent, desk, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { feedback } = context.services
  const state = intent === 'hide' ? 'hidden' : 'shown'
  const given = await feedback.find(desk.id, id)
  const set = given?.kind === 'free' && (await feedback.setState(desk.id, id, state, context.now()))
  if (!set) return unknown
  return { to: context.path, notice: state === 'hidden' ? 'feedbackHidden' : 'feedbackShown' }
}

const unknown: ActionResult = { status: 404, errors: { form: 'feedback:errors.unknown' } }
