import { z } from 'zod'
import { isWithinLifetime } from '~/domain/accounts/sessions'
import { usualTimeZone } from '~/domain/desks/desks'
import { form } from '~/http/forms/form-action.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { finishSession } from '~/http/sessions/session.server'
import type { AccountSection } from '../section.server'
import { sectionPage } from '../sections'

const deviceInput = z.object({ device: z.string() })

export type DevicesPage = Awaited<ReturnType<(typeof devices)['read']>>

/** `id` identifies a session among the owner's and gives no access. */
export type Device = DevicesPage['devices'][number]

export const devices = {
  async read({ session, desk }, { services, now }) {
    const sessions = await services.sessions.list(session.user.uid)
    return {
      timeZone: desk?.timeZone ?? usualTimeZone,
      devices: sessions
        .filter(({ lastLoginAt }) => isWithinLifetime(lastLoginAt, now()))
        .map(({ idHash, device, lastLoginAt, lastSeenAt }) => {
          return { id: idHash, device, lastLoginAt, lastSeenAt, own: idHash === session.idHash }
        }),
    }
  },
  forms: {
    // Another's or an ended session's id does nothing.
    'sign-out-device': form(deviceInput, async ({ device }, { session, context }) => {
      const { services } = context
      const own = await services.sessions.list(session.user.uid)
      const ended = own.find(({ idHash }) => idHash === device && idHash !== session.idHash)
      if (ended) await finishSession(services, ended.idHash)
      return { to: sectionPage('devices', context), notice: 'deviceSignedOut' }
    }),
    'sign-out-others': {
      run: async (_, { session, context }) => {
        await endAllSessions(context.services, session.user.uid, session.idHash)
        return { to: sectionPage('devices', context), notice: 'othersSignedOut' as const }
      },
    },
  },
} satisfies AccountSection
