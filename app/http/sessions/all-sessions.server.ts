import type { Services } from '../../config'

export async function endAllSessions(
  { sessions, live }: Services,
  uid: string,
  except?: string,
): Promise<void> {
  for (const idHash of await sessions.endAll(uid, except)) {
    live.publish(`session:${idHash}`, { kind: 'session-ended' })
  }
}
