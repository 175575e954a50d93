import { newDesk } from '~/domain/desks'
import { readSession } from '~/http/session.server'
import { loadContext } from '../load-context'
import type { Visit } from '../visit'
import { event, type StreamSource } from './stream'

/** How often an owner who only listens is noted as being there. */
const attendEvery = 60_000

/**
 * What happens at the desk of whoever is signed in: numbers of tickets, nothing of their words.
 * Undefined without a valid session.
 */
export async function deskSource(visit: Visit): Promise<StreamSource | undefined> {
  const { config, services, now } = visit.context
  const { desks } = services
  const request = new Request(config.publicOrigin, {
    headers: { Cookie: visit.request.headers.cookie ?? '' },
  })
  const session = await readSession(loadContext(visit), request)
  if (!session) return undefined
  const { uid } = session.user
  const desk = await desks.ensure(newDesk(uid, now()))
  let attendedAt = Number.NEGATIVE_INFINITY

  return {
    topics: [`desk:${desk.id}`, `session:${session.idHash}`],
    async read(happened) {
      if (happened.some(({ kind }) => kind === 'session-ended')) return undefined
      const numbers = happened.flatMap((each) => (each.kind === 'ticket' ? [each.number] : []))
      return [...new Set(numbers)]
        .map((number) => event(JSON.stringify({ number }), { name: 'desk' }))
        .join('')
    },
    async beat() {
      const at = now()
      if (at.getTime() - attendedAt < attendEvery) return
      attendedAt = at.getTime()
      await desks.attend(uid, at)
    },
  }
}
