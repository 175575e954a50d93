import type { InvitationContent } from '~/domain/letters/invitation-mails'
import { invitationPath } from '~/http/links/invitation-path'
import { translations } from '~/i18n/translation.server'
import { formatDay } from './dates'
import type { Desktop, Draft } from './draft'

/** Says who invites by address: anybody can give a desk any name. */
export function invitationMail(
  { invitation, desk, by }: InvitationContent,
  desktop: Desktop,
): Draft {
  const { id, email, kind, language, expiresAt } = invitation
  const { t } = translations(language)
  const values = {
    desk: desk.name || t('mails:invitation.unnamed'),
    by,
    day: formatDay(expiresAt, language, desk.timeZone),
  }
  const secret = desktop.invitation(invitation) ?? ''
  return {
    to: { name: '', address: email },
    from: '',
    language,
    subject: t('mails:invitation.subject', values),
    parts: [
      { kind: 'heading', text: t('mails:invitation.subject', values) },
      { kind: 'paragraph', text: t(`mails:invitation.${kind}`, values) },
      { kind: 'paragraph', text: t('mails:invitation.how', values) },
      {
        kind: 'button',
        text: t('mails:invitation.look'),
        link: desktop.address(invitationPath(secret), language),
      },
      { kind: 'paragraph', text: t('mails:invitation.unexpected') },
    ],
    replies: { kind: 'site' },
    deskId: desk.id,
    recordIds: [id],
  }
}
