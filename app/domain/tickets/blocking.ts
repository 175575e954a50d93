import type { BeforeBlock } from './states'
import type { Ticket, TicketChange } from './tickets'
import { timerAfter } from './timer-rules'

const times = ['waitingSince', 'snoozedUntil', 'remindedAt', 'timerAt'] as const

export function beforeBlock(ticket: Ticket): BeforeBlock {
  const known = times.map((name) => [name, ticket[name]?.getTime()] as const)
  return { state: ticket.state, ...Object.fromEntries(known.filter(([, at]) => at !== undefined)) }
}

/**
 * What a released ticket is again where its visitor has not written since the block; undefined where they
 * wait for an answer. Blocks of earlier versions kept no state.
 */
export function stateAgain(
  { beforeBlock, latestBy }: Ticket,
  now: Date,
): Pick<TicketChange, 'state' | (typeof times)[number]> | undefined {
  if (beforeBlock) {
    const at = times.map((name) => [name, beforeBlock[name]] as const)
    const dates = at.map(([name, time]) => [name, time === undefined ? time : new Date(time)])
    return { state: beforeBlock.state, ...Object.fromEntries(dates) }
  }
  const isAnswered = latestBy !== undefined
  return isAnswered
    ? { state: 'waiting', waitingSince: undefined, timerAt: timerAfter('waiting', now) }
    : undefined
}
