import { oncePerRequest } from '../request-facts'
import { requireDesk } from '../sessions/access.server'

/** Returns how many tickets the own desk has in each state. Throws as `requireDesk` does. */
export const ticketCounts = oncePerRequest(async (context) => {
  const { desk } = await requireDesk(context)
  return context.services.tickets.count(desk.id)
})
