import type { ActionKind } from '~/domain/identity/identity'
import type { AccountContent } from '~/domain/letters/account-mails'
import { accountLinkPath, linkModes } from '~/http/links/account-link'
import { translations } from '~/i18n/translation.server'
import type { Desktop, Draft } from './draft'

/** Letters that tell what has changed, with the page where one looks after it. */
const changes = {
  'account-password': { text: 'passwordChanged', page: '/login' },
  'second-factor-on': { text: 'secondFactorOn', page: '/dashboard/profile' },
  'second-factor-codes': { text: 'recoveryCodes', page: '/dashboard/profile' },
  'second-factor-off': { text: 'secondFactorOff', page: '/dashboard/profile' },
  'recovery-code-used': { text: 'recoveryCodeUsed', page: '/dashboard/profile' },
  'provider-linked': { text: 'providerLinked', page: '/dashboard/profile' },
  'provider-unlinked': { text: 'providerUnlinked', page: '/dashboard/profile' },
  'passkey-added': { text: 'passkeyAdded', page: '/dashboard/profile' },
  'passkey-removed': { text: 'passkeyRemoved', page: '/dashboard/profile' },
} as const

type Text = (typeof linkModes)[ActionKind] | (typeof changes)[keyof typeof changes]['text']

/** Names the site by its host: only that tells it from one that pretends. */
export function accountMail(content: AccountContent, desktop: Desktop): Draft {
  if (content.kind !== 'account-link') {
    const { kind, uid, email, language } = content
    const { text, page } = changes[kind]
    const link = desktop.address(page, language)
    return draft({ text, to: email, language, link, recordIds: [uid] }, desktop)
  }
  const { request, code, uid } = content
  const { id, kind, email, newEmail, language } = request
  const text = linkModes[kind]
  const link = desktop.address(accountLinkPath(request, code), language)
  const to = kind === 'VERIFY_AND_CHANGE_EMAIL' ? (newEmail ?? '') : email
  return draft({ text, to, newEmail, language, link, recordIds: [uid ?? id] }, desktop)
}

function draft(
  {
    text,
    to,
    newEmail = '',
    link,
    ...rest
  }: Pick<Draft, 'language' | 'recordIds'> & {
    text: Text
    to: string
    newEmail?: string
    link: string
  },
  { origin }: Desktop,
): Draft {
  const { t } = translations(rest.language)
  const values = { site: new URL(origin).host, newEmail }
  const subject = t(`mails:account.${text}.subject`, values)
  return {
    ...rest,
    to: { name: '', address: to },
    from: '',
    subject,
    parts: [
      { kind: 'heading', text: subject },
      { kind: 'paragraph', text: t(`mails:account.${text}.text`, values) },
      { kind: 'button', text: t(`mails:account.${text}.button`), link },
      { kind: 'paragraph', text: t(`mails:account.${text}.unexpected`, values) },
    ],
    replies: { kind: 'site' },
    automatic: 'generated',
  }
}
