import type { SerializeFrom } from '@remix-run/node'
import { AddressText } from '~/components/site/address-text'
import { useSendsNoLetters } from '~/components/site/session'
import { formatDateTime, zoneName } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { DeclarationList } from './declaration-list'
import type { Step } from './step.server'

const timeZone = 'Europe/Berlin'

export function Receipt({
  declaration,
}: {
  declaration: SerializeFrom<Extract<Step, { kind: 'receipt' }>>['declaration']
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sendsNoLetters = useSendsNoLetters()
  const at = new Date(declaration.receivedAt)
  const time = formatDateTime(at, language, timeZone)
  const zone = zoneName(at, language, timeZone)
  return (
    <div className="slip stack" role="status">
      <h2>{t(`mails:declaration.${declaration.matter.kind}Heading`)}</h2>
      <p>{t('mails:declaration.received', { time, zone })}</p>
      <DeclarationList declared={declaration} />
      <p>
        <AddressText
          text={
            sendsNoLetters
              ? t('withdrawal:unmailed')
              : declaration.mailed
                ? t('withdrawal:mailed', { email: declaration.email })
                : t('withdrawal:notMailed')
          }
        />
      </p>
      <p className="quiet">{t(sendsNoLetters ? 'withdrawal:askNext' : 'mails:declaration.next')}</p>
    </div>
  )
}
