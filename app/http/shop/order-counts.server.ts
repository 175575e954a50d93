import { oncePerRequest } from '../request-facts'

/** How many orders are in each state. */
export const orderCounts = oncePerRequest((context) => context.services.orders.count())
