import { z } from 'zod'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

const listsInput = z.object({ compact: z.boolean().default(false) })

export const listsForms = { 'save-lists': form(listsInput, saveLists) }

/** How the member wants lists at this desk. */
async function saveLists(
  { compact }: z.output<typeof listsInput>,
  { desk, member, context }: Asked<OwnAccount>,
): Promise<ActionResult> {
  if (!desk || !member) return { status: 404 }
  await context.services.members.saveChoices(desk.id, member.uid, { compact })
  return { to: localizedPath('/dashboard/profile#lists', context.language), notice: 'listsSaved' }
}
