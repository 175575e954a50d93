import { z } from 'zod'
import { isWithinLifetime } from '~/domain/accounts/sessions'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { finishSession } from '~/http/sessions/session.server'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'

const forms = formsByIntent(
  z.object({
    intent: z.literal('sign-out-device'),
    device: z.string({ required_error: 'errors:form.key' }),
  }),
  z.object({ intent: z.literal('sign-out-others') }),
)

export type DevicesPage = Awaited<ReturnType<(typeof devices)['read']>>

/** `id` identifies a session among the owner's and gives no access. */
export type Device = DevicesPage['devices'][number]

export const devices = servedSection({
  async read({ context, session, desk }) {
    const { services, now } = context
    const sessions = await services.sessions.list(session.user.uid)
    return {
      timeZone: desk.timeZone,
      devices: sessions
        .filter(({ lastLoginAt }) => isWithinLifetime(lastLoginAt, now()))
        .map(({ idHash, device, lastLoginAt, lastSeenAt }) => {
          return { id: idHash, device, lastLoginAt, lastSeenAt, own: idHash === session.idHash }
        }),
    }
  },
  forms,
  act: (asking, form) =>
    form.intent === 'sign-out-device' ? signOutDevice(asking, form.device) : signOutOthers(asking),
})

/** Another's or an ended session's id does nothing. */
async function signOutDevice(asking: Asking, device: string) {
  const { context, session } = asking
  const { services } = context
  const own = await services.sessions.list(session.user.uid)
  const ended = own.find(({ idHash }) => idHash === device && idHash !== session.idHash)
  if (ended) await finishSession(services, ended.idHash)
  return done(asking, 'devices', 'deviceSignedOut')
}

async function signOutOthers(asking: Asking) {
  const { context, session } = asking
  await endAllSessions(context.services, session.user.uid, session.idHash)
  return done(asking, 'devices', 'othersSignedOut')
}
