import { z } from 'zod'
import {
  notificationEvents,
  notificationModes,
  usualNotifications,
} from '~/domain/accounts/notifications'
import { isSiteDesk } from '~/domain/desks/desks'
import { refuse } from '~/http/sessions/proof.server'
import type { Looking } from '../asking'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'

const mode = z.enum(notificationModes, { message: 'errors:form.key' })
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'errors:time.invalid')
  .optional()

const forms = formsByIntent(
  z.object({
    intent: z.literal('save-notifications'),
    ticket: mode,
    message: mode,
    // Absent on older pages.
    feedback: mode.optional(),
    // Only at the site's desk.
    order: mode.optional(),
    quietFrom: time,
    quietTo: time,
  }),
)

/** Milliseconds. */
const shownFor = 30 * 24 * 3_600_000
const mostShown = 20

export const notifications = servedSection({
  read: readNotifications,
  forms,
  async act(asking, { ticket, message, feedback, order, quietFrom, quietTo }) {
    if (!quietFrom !== !quietTo) {
      return refuse({ [quietFrom ? 'quietTo' : 'quietFrom']: 'errors:time.missing' }, 400)
    }
    const quiet = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : undefined
    const { accounts } = asking.context.services
    await accounts.setNotifications(asking.session.user.uid, {
      events: { ticket, message, ...(feedback && { feedback }), ...(order && { order }) },
      quiet,
    })
    return done(asking, 'notifications', 'notificationsSaved')
  },
})

async function readNotifications({ context, session, desk }: Looking) {
  const { services, config } = context
  const { accounts, mails } = services
  const since = new Date(context.now().getTime() - shownFor)
  const [account, troubled, runsShop] = await Promise.all([
    accounts.find(session.user.uid),
    mails.listTroubled(desk.id, since, mostShown),
    isSiteDesk(services, config.siteDesk, desk),
  ])
  return {
    email: session.user.email,
    verified: session.user.emailVerified,
    chosen: account?.notifications ?? usualNotifications,
    timeZone: desk.timeZone,
    events: notificationEvents.filter((event) => event !== 'order' || runsShop),
    troubled: troubled.map(({ kind, state, number, problem, updatedAt }) => {
      return { kind, uncertain: state === 'uncertain', number, problem, at: updatedAt }
    }),
  }
}
