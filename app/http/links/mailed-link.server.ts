import type { AppLoadContext } from '@remix-run/node'
import { planLink } from '~/domain/letters/plans'
import { emailKey } from '~/domain/text/email'
import type { Ticket } from '~/domain/tickets/tickets'
import { consume } from '../limits/rate-limits.server'

/**
 * Sends the link of a conversation to its guest, whose address is given. Returns the seconds to wait where
 * that was asked for too often. A blocked guest gets none, and learns nothing of it.
 */
export async function mailLink(
  context: AppLoadContext,
  { deskId, address }: { deskId: string; address: string },
  read: () => Promise<Ticket | undefined>,
): Promise<number> {
  const { services, now } = context
  const wait = await consume(context, 'mail', emailKey(address), 'link')
  if (wait > 0 || (await services.visitorBlocks.has(deskId, address))) return wait
  const ticket = await read()
  if (ticket) await planLink(services, ticket, now())
  return 0
}
