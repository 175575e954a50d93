import type { OrderState } from '~/domain/shop/order-states'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

interface OrderLine {
  number: number
  state: OrderState
  orderedOn: string
  total: string
  /** The path without language; undefined where the order has no page any more. */
  address?: string
}

export function OrderLedger({ lines }: { lines: OrderLine[] }) {
  return (
    <ul className="ledger">
      {lines.map((line) => (
        <li key={line.number}>
          {line.address ? (
            <LocalizedLink to={line.address}>
              <Line {...line} />
            </LocalizedLink>
          ) : (
            <Line {...line} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ number, state, orderedOn, total }: OrderLine) {
  const { t } = useTranslation()
  return (
    <>
      <span className="who">{t('orders:number', { number })}</span>{' '}
      <span className="since">{total}</span>{' '}
      <span className="latest">
        {t(`orders:states.${state}`)} · {orderedOn}
      </span>
    </>
  )
}
