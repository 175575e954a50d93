import type { AppLoadContext } from '@remix-run/node'
import type { Draft } from '~/domain/tickets/drafts'
import type { Ticket } from '~/domain/tickets/tickets'
import type { OwnDesk } from '~/http/sessions/access.server'

/** A draft as its ticket's page has it. */
export type KeptDraft = Pick<Draft, 'key' | 'body' | 'isNote' | 'seen' | 'savedAt'>

export async function readDraft(
  { id }: Pick<Ticket, 'id'>,
  { member }: Pick<OwnDesk, 'member'>,
  { services }: Pick<AppLoadContext, 'services'>,
): Promise<KeptDraft | undefined> {
  const draft = await services.drafts.find(id, member.reader)
  if (!draft) return undefined
  const { key, body, isNote, seen, savedAt } = draft
  return { key, body, isNote, seen, savedAt }
}
