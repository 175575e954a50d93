import { CopyButton } from '~/components/forms/copy-button'
import { useTranslation } from '~/i18n/translation'

export function TransferFacts({ reference, amount }: { reference: string; amount: string }) {
  const { t } = useTranslation()
  return (
    <dl className="facts">
      <div>
        <dt>{t('orders:amount')}</dt>
        <dd>
          {amount} <CopyButton text={amount.replace(/[^\d.,]/g, '')} what={t('orders:amount')} />
        </dd>
      </div>
      <div>
        <dt>{t('orders:reference')}</dt>
        <dd>
          {reference} <CopyButton text={reference} what={t('orders:reference')} />
        </dd>
      </div>
    </dl>
  )
}
