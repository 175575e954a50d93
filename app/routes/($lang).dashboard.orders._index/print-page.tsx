import { AddressLines } from '~/components/shop/address-lines'
import { Invoice } from '~/components/shop/invoice'
import { PrintButton } from '~/components/site/print-button'
import type { Company } from '~/domain/legal/legal'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress, type PrintKind } from '../($lang).dashboard.orders/address'
import type { OrdersPage } from './loader.server'
import type { ShownOrder } from './order.server'

export function PrintPage({
  page,
  order,
  sheet: { invoice, seller },
  kind,
}: {
  page: OrdersPage
  order: ShownOrder
  sheet: NonNullable<ShownOrder['sheet']>
  kind: PrintKind
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number } = order
  const { from = language } = page
  const atDesk = useAtDesk()
  const own = atDesk(localizedPath(ordersAddress(page.query, { order: number }), from))
  return (
    <article className="sheet">
      <nav aria-label={t('orders:sheet')}>
        {from === language ? (
          <AppLink to={ordersAddress(page.query, { order: number })}>
            ← {t('orders:toOrder', { number })}
          </AppLink>
        ) : (
          <a href={own}>← {t('orders:toOrder', { number })}</a>
        )}{' '}
        {order.language !== language && (
          <a
            href={atDesk(
              localizedPath(
                ordersAddress(page.query, { order: number, print: kind }),
                order.language,
              ),
            )}
          >
            {t('orders:theirLanguage')}
          </a>
        )}{' '}
        <PrintButton label={t('order:print')} hint={t('order:printHint')} />
      </nav>
      {kind === 'invoice' && invoice ? (
        <Invoice invoice={invoice} />
      ) : (
        <PackingSlip order={order} seller={seller} />
      )}
    </article>
  )
}

/** What goes into the parcel, without prices; a box to tick for each line. */
function PackingSlip({ order, seller }: { order: ShownOrder; seller: Company }) {
  const { t } = useTranslation()
  const { number, name, note, handover, when, address, packing, orderedOn } = order
  return (
    <div className="packing-slip">
      <p className="sender">
        {seller.name} · {seller.street} · {seller.postcode} {seller.city}
      </p>
      {address && handover !== 'pickup' && <AddressLines address={address} />}
      {handover === 'pickup' && <p>{t('orders:pickedUpBy', { name, when })}</p>}
      <h1>{t('orders:packingSlip')}</h1>
      <p className="quiet">{t('orders:slipOf', { number, day: orderedOn })}</p>
      {note && (
        <p className="from-customer">
          {t('orders:note')}: {note}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders:packed')}</th>
            <th scope="col">{t('orders:pieces')}</th>
            <th scope="col">{t('orders:article')}</th>
          </tr>
        </thead>
        <tbody>
          {packing.map(({ quantity, title, lang }) => (
            <tr key={title}>
              <td className="box">☐</td>
              <td>{quantity}</td>
              <th scope="row" lang={lang}>
                {title}
              </th>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
