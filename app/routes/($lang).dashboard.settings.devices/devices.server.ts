import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { isWithinLifetime } from '~/domain/accounts/sessions'
import { usualTimeZone } from '~/domain/desks/desks'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnAccount, requireAccount } from '~/http/sessions/access.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { finishSession } from '~/http/sessions/session.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const deviceInput = z.object({ device: z.string() })

export type DevicesPage = SerializeFrom<typeof loader>

/** `id` identifies a session among the owner's and gives no access. */
export type Device = DevicesPage['devices'][number]

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk } = await requireAccount(context)
  const { services, now } = context
  const sessions = await services.sessions.list(session.user.uid)
  return {
    timeZone: desk?.timeZone ?? usualTimeZone,
    devices: sessions
      .filter(({ lastLoginAt }) => isWithinLifetime(lastLoginAt, now()))
      .map(({ idHash, device, lastLoginAt, lastSeenAt }) => {
        return { id: idHash, device, lastLoginAt, lastSeenAt, own: idHash === session.idHash }
      }),
  }
}

const forms: Forms<OwnAccount> = {
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
}

export const action = formAction(requireAccount, { ...forms, ...atDeskForms })
