import { Field, type Option } from '~/components/forms/field'
import { productDeliveries } from '~/domain/shop/catalogue'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { shippingAddress } from '../($lang).dashboard.shelf/address'
import { Tick } from '../($lang).dashboard.shelf/tick'
import { type FieldsProps, TextPair } from './fields'

/** Most products are goods that are sent; the rest folds away. */
export function Delivery({ page, product, answer }: FieldsProps) {
  const { t } = useTranslation()
  const { shipping, pickup } = page.reach
  const chosen = answer ? answer.typed : product
  const digital = answer ? answer.typed.digital === 'on' : product.digital
  const usual = chosen.delivery === 'shipping' && chosen.kind === 'good' && (shipping || pickup)
  return (
    <fieldset className="stack">
      <legend>{t('shelf:reach')}</legend>
      <TextPair name="deliveryTime" product={product} answer={answer} />
      <details open={!usual || digital || undefined}>
        <summary>{t('shelf:otherwise')}</summary>
        <div className="stack">
          <Way page={page} product={product} />
          <Field
            name="kind"
            label={t('shelf:kind')}
            defaultValue={product.kind}
            options={[
              ['good', t('shelf:kinds.good')],
              ['service', t('shelf:kinds.service')],
            ]}
          />
          <Tick name="digital" ticked={product.digital} answer={answer}>
            {t('shelf:digital')}
          </Tick>
        </div>
      </details>
    </fieldset>
  )
}

function Way({ page: { reach }, product }: Pick<FieldsProps, 'page' | 'product'>) {
  const { t } = useTranslation()
  return (
    <Field
      name="delivery"
      label={t('shelf:delivery')}
      hint={
        reach.pickup ? (
          t('shelf:deliveryHint')
        ) : (
          <>
            {t(reach.shipping ? 'shelf:pickupMissing' : 'shelf:deliveryMissing')}{' '}
            <LocalizedLink to={`${shippingAddress}#pickup`} target="_blank">
              {t('shelf:deliverySet')}
            </LocalizedLink>
          </>
        )
      }
      defaultValue={product.delivery}
      options={productDeliveries.map((each): Option => [each, t(`shelf:deliveries.${each}`)])}
    />
  )
}
