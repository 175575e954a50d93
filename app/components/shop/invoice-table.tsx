import { useLanguage } from '~/i18n/language'
import { formatMoney, formatRate } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { type Bill, billRows, detailsOf } from './bill'
import { Details } from './order-table'

/** `corrected`: its total is no longer the one that counts. */
export function InvoiceTable({ bill, corrected }: { bill: Bill; corrected: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { lines, smallBusiness } = bill
  const sums = billRows(bill, t, language).filter(({ kind }) => kind !== 'line')
  const before = smallBusiness ? 3 : 4
  return (
    <table className="bill columns">
      <thead>
        <tr>
          <th scope="col">{t('order:what')}</th>
          <th scope="col">{t('order:quantity')}</th>
          <th scope="col">{t('order:price')}</th>
          {!smallBusiness && <th scope="col">{t('order:rate')}</th>}
          <th scope="col">{t('order:amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId} className="line">
            <th scope="row">
              <span lang={line.lent?.title?.[language]}>{line.title[language]}</span>
              <br />
              <Details lines={detailsOf(line, bill, t, language)} />
            </th>
            <td data-label={t('order:quantity')}>{line.quantity}</td>
            <td data-label={t('order:price')}>{formatMoney(line.price, language)}</td>
            {!smallBusiness && (
              <td data-label={t('order:rate')}>{formatRate(line.vatRate, language)}</td>
            )}
            <td data-label={t('order:amount')}>{formatMoney(line.gross, language)}</td>
          </tr>
        ))}
        {sums.map(({ kind, label, amount }) => (
          <tr
            key={`${kind} ${label.sentence}`}
            className={kind === 'total' && corrected ? 'sum' : kind}
          >
            <th scope="row" colSpan={amount ? before : before + 1}>
              {kind === 'total' && corrected ? t('order:totalBefore') : label.sentence}
            </th>
            {amount && <td>{amount}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
