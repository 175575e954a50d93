import type { Session } from '~/domain/accounts/sessions'
import { chosenDesk, type Membership } from '~/domain/desks/members'
import { lacksFactor } from '~/http/sessions/access.server'
import { readSession } from '~/http/sessions/session.server'
import { fetchRequest, loadContext } from '../arrival/remix-request'
import type { Visit } from '../arrival/visit'

interface OwnerAtDesk extends Membership {
  session: Session
}

/** Idle: nobody looks at the page, which then does not count as being at the desk. */
export interface ListeningOwner extends OwnerAtDesk {
  idle: boolean
  /** The desk is the site's: its members hear of orders too. */
  runsShop: boolean
}

/** Who is signed in, and at which desk; undefined without a valid session, and for nobody's desk. */
export async function readOwner(visit: Visit): Promise<OwnerAtDesk | undefined> {
  const { services } = visit.context
  const session = await readSession(loadContext(visit, fetchRequest(visit)))
  if (!session) return undefined
  const { uid } = session.user
  const own = await services.members.desksOf(uid)
  const membership = chosenDesk(own, new URLSearchParams(visit.query))
  if (!membership || (await lacksFactor(visit.context, membership.desk, uid))) return undefined
  return { session, ...membership }
}
