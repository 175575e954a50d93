import type { AppLoadContext } from '@remix-run/node'
import type { FormAnswer } from '~/domain/forms/forms'
import { emailKey } from '~/domain/text/email'
import type { TakenBack } from '~/domain/tickets/taken-back'
import { uploadedOf } from '~/http/forms/message.server'
import type { OwnDesk } from '~/http/sessions/access.server'

/** A form with the words that its member has taken back; for those in `known` it has boxes. */
export async function readTakenBack(
  { body, files, copies, to, isNote }: TakenBack,
  known: readonly string[],
  own: Pick<OwnDesk, 'desk'>,
  context: AppLoadContext,
): Promise<FormAnswer> {
  const held = await context.services.attachments.list(own.desk.id, files)
  const ticked = new Set(known.map(emailKey))
  const cc = copies.filter((each) => !ticked.has(emailKey(each))).join(', ')
  return {
    intent: isNote ? 'note' : '',
    typed: { body, to, ...(cc && { cc }) },
    errors: {},
    uploaded: uploadedOf(held, target(own), context),
  }
}

export const target = ({ desk }: Pick<OwnDesk, 'desk'>) =>
  ({ deskId: desk.id, side: 'owner' }) as const
