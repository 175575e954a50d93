import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import {
  notificationEvents,
  notificationModes,
  ticketEvents,
  usualNotifications,
  whoseTickets,
} from '~/domain/accounts/notifications'
import { readerOfMail } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import { isSiteDesk } from '~/domain/desks/site-desk'
import { isToMember, type TicketMail } from '~/domain/outbox/mails'
import { timeTyped } from '~/domain/time/typed'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { zoneName } from '~/i18n/formats'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const mode = z.enum(notificationModes)
const time = z
  .string()
  .optional()
  .transform((typed = '', context) => {
    const time = timeTyped(typed)
    if (typed.trim() && !time) context.addIssue({ code: 'custom', message: 'errors:time.invalid' })
    return time
  })

const notificationsInput = z.object({
  ticket: mode,
  message: mode,
  // Absent on older pages.
  feedback: mode.optional(),
  // Only at the site's desk.
  order: mode.optional(),
  // Only where several people answer.
  ticketWhose: z.enum(whoseTickets).optional(),
  messageWhose: z.enum(whoseTickets).optional(),
  quietFrom: time,
  quietTo: time,
})

/** Milliseconds. */
const shownFor = 30 * 24 * 3_600_000
const mostShown = 20

export const action = formAction(requireDesk, {
  'save-notifications': form(notificationsInput, saveNotifications),
  ...atDeskForms,
})

async function saveNotifications(
  form: z.output<typeof notificationsInput>,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { ticket, message, feedback, order, quietFrom, quietTo } = form
  if (!quietFrom !== !quietTo) {
    const missing = quietFrom ? 'quietTo' : 'quietFrom'
    return { status: 400, errors: { [missing]: 'errors:time.missing' } }
  }
  const quiet = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : undefined
  const { accounts } = context.services
  const before = (await accounts.find(session.user.uid))?.notifications?.whose
  const whose = {
    ...before,
    ...(form.ticketWhose && { ticket: form.ticketWhose }),
    ...(form.messageWhose && { message: form.messageWhose }),
  }
  await accounts.setNotifications(session.user.uid, {
    events: { ticket, message, ...(feedback && { feedback }), ...(order && { order }) },
    quiet,
    ...(Object.keys(whose).length > 0 && { whose }),
  })
  return { to: sectionPage('notifications', context), notice: 'notificationsSaved' }
}

export type NotificationsPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk, member } = await requireDesk(context)
  const { services } = context
  const { accounts, mails } = services
  const since = new Date(context.now().getTime() - shownFor)
  const [account, troubled, runsShop] = await Promise.all([
    accounts.find(session.user.uid),
    mails.listTroubled(desk.id, since, mostShown),
    isSiteDesk(services, desk),
  ])
  return {
    email: session.user.email,
    verified: session.user.emailVerified,
    chosen: account?.notifications ?? usualNotifications,
    /** Events about tickets, where these are somebody's. */
    whose: isShared(desk) ? ticketEvents : [],
    timeZone: desk.timeZone,
    zone: zoneName(context.now(), context.language, desk.timeZone),
    events: notificationEvents.filter((event) => event !== 'order' || runsShop),
    troubled: troubled.filter(concerns).map(({ kind, state, number, problem, updatedAt }) => {
      return { kind, uncertain: state === 'uncertain', number, problem, at: updatedAt }
    }),
  }

  /** Not what is another member's. */
  function concerns({ kind, reader }: TicketMail): boolean {
    return !isToMember(kind) || reader === readerOfMail(member)
  }
}
