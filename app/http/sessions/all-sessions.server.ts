import type { Services } from '../../services.server'

/** Ends every session of a user but the one excepted, and closes what listens on their behalf. */
export async function endAllSessions(
  { sessions, live }: Services,
  uid: string,
  except?: string,
): Promise<void> {
  for (const idHash of await sessions.endAll(uid, except)) {
    live.publish(`session:${idHash}`, { kind: 'session-ended' })
  }
}
