import { ErrorText } from '~/components/forms/field'
import { QuantityInput } from '~/components/shop/quantity-input'
import { useCurrentUrl } from '~/components/site/current-url'
import type { OrderLine } from '~/domain/shop/orders'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { quantityField, removing } from './line-fields'
import type { CheckoutAnswer } from './place.server'

export function LineChange({ line, answer }: { line: OrderLine; answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const { productId, quantity, kind } = line
  const title = line.title[useLanguage()]
  const back = `${useCurrentUrl()}#summary`
  const name = quantityField(productId)
  const error = answer?.errors[name]
  return (
    <div className="change">
      {kind !== 'plan' && (
        <>
          <label className="visually-hidden" htmlFor={name}>
            {t('shop:quantityOf', { title })}
          </label>
          <QuantityInput
            id={name}
            name={name}
            quantity={quantity}
            refused={error ? answer : undefined}
          />
          <button
            className="plain-button"
            name="intent"
            value="reckon"
            formAction={back}
            aria-label={t('shop:changeThis', { title })}
          >
            {t('shop:change')}
          </button>
        </>
      )}
      <button
        className="plain-button"
        name="intent"
        value={removing(productId)}
        formAction={back}
        aria-label={t('shop:removeThis', { title })}
      >
        {t('shop:remove')}
      </button>
      <ErrorText id={`${name}-error`} error={error} />
    </div>
  )
}
