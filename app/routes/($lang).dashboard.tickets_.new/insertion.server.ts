import { readFilledReplies } from '~/components/tickets/saved-replies.server'
import { isLanguage } from '~/domain/text/languages'
import { withReplyAtEnd } from '~/domain/tickets/saved-replies'
import type { ActionResult } from '~/http/forms/form-action.server'
import type { AskedToWrite } from './undo.server'

/** Sends nothing: appends a saved reply to the typed text, or, as Enter in a field of one line, leaves it as it is. */
export async function insert(
  { saved }: { saved: string },
  { desk, member, typed, context }: AskedToWrite,
): Promise<ActionResult> {
  if (!saved) return { status: 200, typed }
  const { name = '', language = '', body = '' } = typed
  const about = { name, language: isLanguage(language) ? language : context.language }
  const { savedReplies } = context.services
  const replies = await readFilledReplies(savedReplies, desk, about, member.uid)
  const reply = replies.find(({ id }) => id === saved)
  if (!reply) return { status: 404, errors: { form: 'tickets:errors.replyGone' } }
  const inserted = { body: withReplyAtEnd(body, reply.text), inserted: reply.language }
  return { status: 200, typed: { ...typed, ...inserted } }
}
