import { z } from 'zod'
import { signatureText } from '~/domain/forms/signature'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { undoChoices } from '~/domain/tickets/undo-seconds'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

const answersInput = z.object({
  ...fieldsIn('signature', signatureText),
  undoSeconds: z.coerce.number().refine((seconds) => undoChoices.some((each) => each === seconds)),
})

export const answersForms = { 'save-answers': form(answersInput, saveAnswers) }

/** What the member chooses for answers at this desk. */
async function saveAnswers(
  { undoSeconds, ...typed }: z.output<typeof answersInput>,
  { desk, member, context }: Asked<OwnAccount>,
): Promise<ActionResult> {
  if (!desk || !member) return { status: 404 }
  await context.services.members.saveChoices(desk.id, member.uid, {
    undoSeconds,
    signature: textIn('signature', typed),
  })
  return {
    to: localizedPath('/dashboard/profile#answers', context.language),
    notice: 'answersSaved',
  }
}
