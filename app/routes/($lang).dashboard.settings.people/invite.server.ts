import { type AppLoadContext, data } from '@remix-run/node'
import type { MemberKind } from '~/domain/desks/members'
import { sectionAddress } from '~/domain/desks/sections'
import { roomOfManagers } from '~/domain/forms/forms'
import { invite } from '~/domain/members/inviting'
import { emailKey } from '~/domain/text/email'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, comeAgain } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { invitationSecret } from '~/http/links/invitation-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { withQuery } from '~/i18n/addresses'
import { sectionPage } from '../($lang).dashboard.settings/sections'

interface Given {
  /** Of the form. */
  key: string
  email: string
  kind: MemberKind
}

/** Whether managers pass invitations on themselves, since no e-mail leaves. */
export function isByHand({ config }: Pick<AppLoadContext, 'config'>): boolean {
  return config.mail.smtpUrl === undefined
}

/** In the language of the page that invites. */
export async function sendInvitation(
  { key, email, kind }: Given,
  asked: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { desk, session, intent, typed, context } = asked
  const { services, config, language, now } = context
  const { uid, emailVerified } = session.user
  if (!emailVerified)
    return { status: 403, errors: { form: 'people:unverified' }, more: { see: '/verify-email' } }
  const before = await services.invitations.list(desk.id)
  // Sent again after a lost answer, it costs nothing.
  const isFirst = before.every(({ createKey }) => createKey !== key)
  const wait = isFirst
    ? (await consume(context, 'mail', emailKey(email), 'invitation')) ||
      (await consume(context, 'invitation', desk.id))
    : 0
  if (wait > 0) return comeAgain(wait)
  const secret = invitationSecret(config.secrets[0] ?? '', desk.id, key)
  const invited = { deskId: desk.id, createKey: key, secretHash: secretHash(secret), byUid: uid }
  const outcome = await invite(services, { ...invited, email, kind, language }, now())
  if (outcome === 'member') {
    // Only the form of a new invitation has a field for the address.
    const field = intent === 'invite' ? 'email' : 'form'
    return { status: 409, errors: { [field]: 'people:errors.member' } }
  }
  if (outcome === 'refused') throw data(roomOfManagers, { status: 403 })
  if (outcome === 'full') {
    const more = { see: sectionAddress('people') }
    return { status: 409, errors: { form: 'people:errors.full' }, more }
  }
  if (outcome === 'conflict') {
    const { key: _, ...rest } = typed
    return { status: 409, typed: rest, errors: { form: 'people:errors.sentBefore' } }
  }
  if (isFirst) await logEvent(asked, 'invited', { about: `${kind} ${email}` })
  const to = sectionPage('people', context)
  if (!isByHand(context)) return { to, notice: 'invited' }
  // Its link stands where it was made: a notice would lie over it.
  const made = (await services.invitations.list(desk.id)).find(({ createKey }) => createKey === key)
  return { to: withQuery(to, new URLSearchParams({ [intent]: made?.id ?? '' })) }
}
