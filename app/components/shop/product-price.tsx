import type { Catalogue, Product } from '~/domain/shop/catalogue'
import type { Cents } from '~/domain/shop/money'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

/** A product as its editor previews it has no price until one is typed. */
export type PreviewedProduct = Omit<Product, 'price'> & { price?: Cents }

/** With what the law wants beside a price: interval, price per measure, VAT and shipping. */
export function ProductPrice({
  product,
  smallBusiness,
}: { product: PreviewedProduct } & Pick<Catalogue, 'smallBusiness'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { price, interval, unitPrice, delivery } = product
  const delivered = delivery !== 'none'
  if (price === undefined) return null
  if (price === 0) return <p className="price">{t('shop:free')}</p>
  return (
    <div className="price">
      <p>
        <strong>{formatMoney(price, language)}</strong>
        {interval && ` ${interval === 'year' ? t('shop:year') : t('shop:month')}`}
      </p>
      <p className="note">
        {unitPrice && (
          <>
            {t('shop:unit', {
              price: formatMoney(unitPrice.amount, language),
              unit: unitPrice.unit,
            })}
            {(!smallBusiness || delivered) && ' · '}
          </>
        )}
        {!smallBusiness && t('shop:withVat')}
        {!smallBusiness && delivered && ', '}
        {delivered && (
          <LocalizedLink to="/shop#shipping">
            {delivery === 'pickup' ? t('shop:onlyPickup') : t('shop:plusShipping')}
          </LocalizedLink>
        )}
      </p>
    </div>
  )
}
