import { removeMember } from '~/domain/members/changes'
import { openTestServer } from './test-server'

/** What only members of the desk may read. */
export const secretWords = 'Do you bake with rye?'

/** A desk with two tickets, its members, one who was a manager until just now, and the owner of another desk. */
export async function openSharedDesk() {
  const server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
  })
  const manager = await server.signUp()
  await server.begin(secretWords)
  await server.begin('Is there more?')
  const callers = {
    manager,
    colleague: await server.join(manager.desk, 'colleague'),
    former: await server.join(manager.desk, 'manager'),
    neighbour: await server.signUp(),
  }
  const { former } = callers
  await removeMember(server.services, manager.desk.id, former.desk.ownerUid, server.clock.now)
  return { server, callers }
}
