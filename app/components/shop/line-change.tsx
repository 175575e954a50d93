import { ErrorText } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import { quantityField, removing } from '~/domain/shop/line-fields'
import { useTranslation } from '~/i18n/translation'
import { QuantityInput } from './quantity-input'

/** The quantity of what is in the cart, in a form with all of it: a press of any button saves them all. */
export function LineChange({
  productId,
  title,
  quantity,
  fixed,
  intent,
  to,
  answer,
}: {
  productId: string
  title: string
  quantity: number
  /** There is one of it at most. */
  fixed: boolean
  /** Saves the quantities. */
  intent: string
  /** Where the buttons lead if not where the form does. */
  to?: string
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const name = quantityField(productId)
  const error = answer?.errors[name]
  return (
    <div className="change">
      {!fixed && (
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
            value={intent}
            formAction={to}
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
        formAction={to}
        aria-label={t('shop:removeThis', { title })}
      >
        {t('shop:remove')}
      </button>
      <ErrorText id={`${name}-error`} error={error} />
    </div>
  )
}
