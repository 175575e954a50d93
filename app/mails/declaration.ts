import { declarationRows } from '~/components/legal/declaration-rows'
import type { DeclarationContent } from '~/domain/letters/record-content'
import { formatDateTime, zoneName } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
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
  const time = `${formatDateTime(receivedAt, language, timeZone)} ${zoneName(receivedAt, language, timeZone)}`
  return {
    to: isCopy ? { name: '', address: desktop.operator } : { name, address: email },
    from: '',
    language,
    subject: t(`mails:declaration.${matter.kind}`, { contract: declaration.contract }),
    parts: [
      ...sampleMark(desktop.legal, t),
      { kind: 'heading', text: t(`mails:declaration.${matter.kind}Heading`) },
      { kind: 'paragraph', text: t('mails:declaration.received', { time }) },
      { kind: 'facts', rows: declarationRows(declaration, t) },
      { kind: 'paragraph', text: t('mails:declaration.next') },
      { kind: 'aside', text: t('mails:declaration.keep') },
      seller(desktop.legal, 'mails:declaration.to', t),
    ],
    deskId: declaration.ticket?.deskId,
    recordIds: [id],
  }
}
