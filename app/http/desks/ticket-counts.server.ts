import { oncePerRequest } from '../request-facts'
import { requireDesk } from '../sessions/access.server'

export const ticketCounts = oncePerRequest(async (context) => {
  const { desk } = await requireDesk(context)
  return context.services.tickets.count(desk.id)
})
