import { attend } from '~/domain/live/presence'
import type { ServerContext } from '../arrival/context'
import type { OwnerAtDesk } from './owner'
import type { StreamSource } from './stream'

/** How often an owner who only listens is noted as being there. */
const attendEvery = 60_000

/**
 * What happens at an owner's desk, for one session that listens. An idle listener is a page that
 * nobody looks at: it does not count as being at the desk.
 */
export function deskSource(
  { services, now, deskFeeds }: ServerContext,
  { session, desk }: OwnerAtDesk,
  idle: boolean,
): StreamSource {
  const news: string[] = []
  let failure: { error: unknown } | undefined
  let attendedAt = desk.attendedAt
  let begun = false

  return {
    listener: { kind: 'session', id: session.idHash },
    topics: [`session:${session.idHash}`],
    follow(wake) {
      return deskFeeds.join(desk.id, {
        hear(text) {
          news.push(text)
          wake()
        },
        fail(error) {
          failure = { error }
          wake()
        },
      })
    },
    async read(happened, write) {
      if (happened.some(({ kind }) => kind === 'session-ended')) return 'end'
      // It may have ended after it was asked for, and before anybody listened.
      if (!begun && !(await services.sessions.find(session.idHash))) return 'end'
      begun = true
      if (failure) throw failure.error
      await write(news.splice(0).join(''))
    },
    async beat() {
      const at = now()
      if (idle || (attendedAt && at.getTime() - attendedAt.getTime() < attendEvery)) return
      await attend(services, { ...desk, attendedAt }, at)
      attendedAt = at
    },
  }
}
