import { type Bill, billRows } from '~/components/shop/bill'
import { OrderTable } from '~/components/shop/order-table'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

export function InShort({ bill }: { bill: Bill }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = billRows(bill, t, language)
  return (
    <details className="in-short">
      <summary>
        {t('checkout:summary')} <strong>{formatMoney(bill.gross, language)}</strong>
      </summary>
      <OrderTable rows={rows.map((row) => ({ ...row, details: [] }))} />
      <p>
        <a href="#summary">{t('checkout:change')}</a>
      </p>
    </details>
  )
}
