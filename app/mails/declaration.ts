import { declarationRows } from '~/components/legal/declaration-rows'
import type { DeclarationContent } from '~/domain/letters/record-content'
import { zoneName } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import { formatDateTime } from './dates'
import type { Desktop, Draft } from './draft'
import { sampleMark, seller } from './order-law'

const timeZone = 'Europe/Berlin'

export function declarationMail(
  { kind, declaration }: DeclarationContent,
  desktop: Desktop,
): Draft {
  const { id, language, name, email, matter, receivedAt } = declaration
  const { t } = translations(language)
  const isCopy = kind === 'declaration-copy'
  const time = formatDateTime(receivedAt, language, timeZone)
  const zone = zoneName(receivedAt, language, timeZone)
  return {
    to: isCopy ? { name: '', address: desktop.operator } : { name, address: email },
    from: '',
    language,
    subject: isCopy
      ? t(`mails:declaration.copy.${matter.kind}`, { contract: declaration.contract })
      : t(`mails:declaration.${matter.kind}`, { contract: declaration.contract }),
    parts: [
      ...sampleMark(desktop.legal, t),
      {
        kind: 'heading',
        text: isCopy
          ? t(`mails:declaration.copy.${matter.kind}Heading`)
          : t(`mails:declaration.${matter.kind}Heading`),
      },
      { kind: 'paragraph', text: t('mails:declaration.received', { time, zone }) },
      { kind: 'facts', rows: declarationRows(declaration, t) },
      ...(isCopy
        ? [{ kind: 'paragraph' as const, text: t('mails:declaration.copy.next', { email }) }]
        : [
            { kind: 'paragraph' as const, text: t('mails:declaration.next') },
            { kind: 'aside' as const, text: t('mails:declaration.keep') },
          ]),
      seller(desktop.legal, 'mails:declaration.to', t),
    ],
    automatic: 'generated',
    replies: isCopy ? { kind: 'person', address: email } : { kind: 'site' },
    deskId: declaration.ticket?.deskId,
    recordIds: [id],
  }
}
