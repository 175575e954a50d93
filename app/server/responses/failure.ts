import { StoreUnavailable } from '~/domain/stores'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import { refusal } from './refusal'
import { send } from './send'
import { unavailable } from './unavailable'

/**
 * Shows a page with the reference number; the reason is in the log alone. Where the store is
 * unavailable, the page returns what was sent.
 */
export function failed(visit: Visit, error: unknown) {
  const { response } = visit
  // A client that has gone needs no page, and its going is not our fault.
  if (response.destroyed || response.socket === null) return
  logError(visit, error)
  if (response.headersSent) response.destroy()
  else if (error instanceof StoreUnavailable) send(visit, unavailable(visit, error))
  else send(visit, refusal(500, visit))
}
