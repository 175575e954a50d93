import { StoreUnavailable } from '~/domain/stores'
import { refusal } from './refusal'
import { send } from './send'
import { unavailable } from './unavailable'
import type { Visit } from './visit'
import { logError } from './visit-log'

/**
 * Ends a visit that went wrong: a page with the reference number, the reason in the log alone. Where the
 * store is unavailable, it gives back what was sent.
 */
export function failed(visit: Visit, error: unknown) {
  const { response } = visit
  // Whoever has gone needs no page, and having gone is no fault of ours.
  if (response.destroyed || response.socket === null) return
  logError(visit, error)
  if (response.headersSent) response.destroy()
  else if (error instanceof StoreUnavailable) send(visit, unavailable(visit))
  else send(visit, refusal(500, visit))
}
