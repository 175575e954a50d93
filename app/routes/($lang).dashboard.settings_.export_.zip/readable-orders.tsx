import { billRows } from '~/components/shop/bill'
import { ForeignWords } from '~/components/site/foreign-words'
import { standingsOf } from '~/domain/shop/standings'
import type { Language } from '~/domain/text/languages'
import { formatDateTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'
import type { TakenOrder } from './own-orders.server'

/** The whole order is in `orders.json`. */
export function Purchase({
  order,
  language,
  timeZone,
}: {
  order: TakenOrder
  language: Language
  timeZone: string
}) {
  const { t } = useTranslation()
  return (
    <>
      <h2>
        {t('plan:purchases.heading')}: {t('plan:purchases.number', { number: order.number })}
      </h2>
      <p className="state">
        {[
          formatDateTime(order.createdAt, language, timeZone),
          ...standingsOf(order).map((each) => t(`plan:purchases.states.${each}`)),
        ].join(' · ')}
      </p>
      <dl>
        {billRows(order, t, language).map(({ kind, label, amount }) => (
          <div key={`${kind} ${label.sentence}`}>
            <dt>
              <ForeignWords {...label} />
            </dt>
            <dd>{amount || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
