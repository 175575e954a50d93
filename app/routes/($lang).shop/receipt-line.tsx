import { ErrorText } from '~/components/forms/field'
import { QuantityInput } from '~/components/shop/quantity-input'
import { useCurrentUrl } from '~/components/site/current-url'
import type { FormAnswer } from '~/domain/forms/forms'
import type { PricedLine } from '~/domain/shop/carts'
import { isOnShelf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

const plans = '/dashboard/settings/plan'

export function ReceiptLine({ line, refused }: { line: PricedLine; refused?: FormAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product, quantity, gross } = line
  const title = product.title[language]
  const id = `quantity-${product.id}`
  const plan = product.kind === 'plan'
  return (
    <li>
      <p className="what">
        <LocalizedLink
          to={isOnShelf(product) ? `/shop?item=${product.id}` : plans}
          lang={product.lent?.title?.[language]}
        >
          {title}
        </LocalizedLink>{' '}
        <span>{formatMoney(gross, language)}</span>
      </p>
      {(quantity > 1 || product.interval) && (
        <p className="each">
          {quantity > 1 && `${quantity} × ${formatMoney(product.price, language)} `}
          {product.interval && (product.interval === 'year' ? t('shop:year') : t('shop:month'))}
        </p>
      )}
      <form method="post" noValidate action={useCurrentUrl()}>
        <input type="hidden" name="product" value={product.id} />
        {!plan && (
          <>
            <label className="visually-hidden" htmlFor={id}>
              {t('shop:quantityOf', { title })}
            </label>
            <QuantityInput id={id} quantity={quantity} refused={refused} />
            <button
              className="plain-button"
              name="intent"
              value="change"
              aria-label={t('shop:changeThis', { title })}
            >
              {t('shop:change')}
            </button>
          </>
        )}
        <button
          className="plain-button"
          name="intent"
          value="remove"
          formNoValidate
          aria-label={t('shop:removeThis', { title })}
        >
          {t('shop:remove')}
        </button>
        <ErrorText id={`${id}-error`} error={refused?.errors.quantity} />
      </form>
    </li>
  )
}
