import type { OutageContent } from '~/domain/letters/outage-mails'
import { translations } from '~/i18n/translation.server'
import { formatDateTime } from './dates'
import type { Desktop, Draft } from './draft'

export function outageMail(
  { account, desk, mailboxId, since, problem }: OutageContent,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const time = formatDateTime(since, language, desk.timeZone)
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: t('mails:outage.subject'),
    parts: [
      { kind: 'heading', text: t('mails:outage.subject') },
      { kind: 'paragraph', text: t('mails:outage.since', { time }) },
      { kind: 'paragraph', text: t(`dashboard:outage.${problem}`) },
      { kind: 'paragraph', text: t('mails:outage.kept') },
      {
        kind: 'button',
        text: t('mails:outage.look'),
        link: desktop.address('/dashboard', language),
      },
    ],
    automatic: 'generated',
    deskId: desk.id,
    recordIds: [mailboxId],
  }
}
