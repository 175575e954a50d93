import { eraseHeldTickets } from '~/domain/erasure/tickets'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { moveTickets } from '~/domain/tickets/work'
import { type Asking, again, type Done } from './answers.server'
import type { ChosenDeed, TicketsAnswer } from './forms.server'

const notices: Record<NonNullable<TicketsAnswer['bulk']>['event'], Notice> = {
  solve: 'bulkSolved',
  close: 'bulkClosed',
  release: 'bulkReleased',
  erase: 'bulkErased',
}

/** Asks once more before erasing. */
export async function actOnChosen(
  { desk, context }: Asking,
  chosen: number[],
  deed: ChosenDeed,
  typed: FormAnswer['typed'],
): Promise<Done> {
  const { services, now } = context
  if (chosen.length === 0) return again(400, typed, { chosen: 'tickets:errors.noneChosen' })
  switch (deed) {
    case 'bulk-solve':
      return told('solve', await moveTickets(services, desk.id, chosen, 'solve', now()), typed)
    case 'bulk-close':
      return told('close', await moveTickets(services, desk.id, chosen, 'close', now()), typed)
    case 'bulk-release':
      return told('release', await moveTickets(services, desk.id, chosen, 'release', now()), typed)
    case 'bulk-erase': {
      const eraseChosen = [...new Set(chosen)]
      return { kind: 'shown', status: 200, answer: { typed, errors: {}, eraseChosen } }
    }
    case 'bulk-erase-for-good': {
      const erased = await eraseHeldTickets(services, desk.id, chosen, now())
      return told('erase', erased, typed)
    }
  }
}

/** Only where not everything was done. */
function told(
  event: NonNullable<TicketsAnswer['bulk']>['event'],
  result: Omit<NonNullable<TicketsAnswer['bulk']>, 'event'>,
  typed: FormAnswer['typed'],
): Done {
  const done = result.refused.length + result.unknown.length === 0
  if (done && !typed.body) {
    const notice = notices[event]
    return event === 'erase' ? { kind: 'erased', notice } : { kind: 'done', notice }
  }
  const status = result.moved.length > 0 ? 200 : 409
  return { kind: 'shown', status, answer: { typed, errors: {}, bulk: { ...result, event } } }
}
