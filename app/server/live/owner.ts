import type { Session } from '~/domain/accounts/sessions'
import type { Desk } from '~/domain/desks/desks'
import { readSession } from '~/http/sessions/session.server'
import { fetchRequest, loadContext } from '../arrival/remix-request'
import type { Visit } from '../arrival/visit'

interface OwnerAtDesk {
  session: Session
  desk: Desk
}

/** Idle: nobody looks at the page, which then does not count as being at the desk. */
export interface ListeningOwner extends OwnerAtDesk {
  idle: boolean
  /** The desk is the site's: its owner hears of orders too. */
  runsShop: boolean
}

/** Who is signed in, and their desk; undefined without a valid session. */
export async function readOwner(visit: Visit): Promise<OwnerAtDesk | undefined> {
  const { services } = visit.context
  const session = await readSession(loadContext(visit, fetchRequest(visit)))
  if (!session) return undefined
  const desk = await services.desks.findByOwner(session.user.uid)
  return desk && { session, desk }
}
