import { AddressFields } from '~/components/forms/address-fields'
import { ErrorText, Field } from '~/components/forms/field'
import { useGive } from '~/components/forms/given'
import { ForeignWords } from '~/components/site/foreign-words'
import { countryName } from '~/i18n/countries'
import { listOf } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { CheckoutPage } from './checkout-page.server'
import type { CheckoutAnswer } from './place.server'

interface Props {
  page: CheckoutPage
  answer?: CheckoutAnswer
}

export function Delivery({ page, answer }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { deliveries } = page
  const error = answer?.errors.delivery
  return (
    <fieldset className="stack">
      <legend>{t('checkout:delivery')}</legend>
      {page.onlyPickup.length > 0 && (
        <p>{t('checkout:onlyPickup', { titles: listOf(page.onlyPickup, language) })}</p>
      )}
      {page.pickup && <Ways page={page} answer={answer} />}
      <ErrorText id="delivery-error" error={error} />
      <Field name="name" label={t('checkout:name')} autoComplete="name" />
      {deliveries.includes('pickup') && (
        <div className="to-pick-up">
          <Field name="day" type="date" label={t('checkout:day')} min={page.pickupDays.first} />
        </div>
      )}
      {deliveries.includes('shipping') && <ShippedTo page={page} />}
      {(page.countries.length > 1 || deliveries.length > 1) && (
        <button className="button second reckon" name="intent" value="reckon">
          {t('checkout:reckon')}
        </button>
      )}
    </fieldset>
  )
}

function Ways({ page: { deliveries, delivery, pickup }, answer }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const error = answer?.errors.delivery
  const place = pickup?.place
  const when = pickup?.when[language] ?? ''
  useGive()('delivery', delivery)
  return (
    <div className="ways">
      {deliveries.map((each, index) => (
        <label key={each}>
          <input
            id={index === 0 ? 'delivery' : undefined}
            type="radio"
            name="delivery"
            value={each}
            defaultChecked={each === delivery}
            aria-describedby={error && 'delivery-error'}
          />
          <span>
            <strong>
              {each === 'pickup' ? t('checkout:pickup', { place }) : t('checkout:shipping')}
            </strong>{' '}
            <span className="hint">
              {each === 'pickup' ? (
                <ForeignWords
                  sentence={t('checkout:pickupHint', { when })}
                  words={when}
                  language={pickup?.lent?.[language]}
                />
              ) : (
                t('checkout:shippingHint')
              )}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}

function ShippedTo({ page }: Pick<Props, 'page'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const packstations = page.house === 'DE' && page.countries.some(({ code }) => code === 'DE')
  return (
    <div className="stack to-ship">
      <AddressFields
        labels={{
          ...useAddressLabels(),
          ...(packstations && { line2Hint: t('checkout:packstation') }),
        }}
        line="place"
      />
      <Field
        name="country"
        label={t('checkout:country')}
        autoComplete="country"
        defaultValue={page.country}
        options={page.countries.map(({ code, shipping }) => [
          code,
          `${countryName(code, language)} – ${
            shipping === 0
              ? t('checkout:shippingFree')
              : t('checkout:shippingFor', { price: formatMoney(shipping, language) })
          }`,
        ])}
      />
    </div>
  )
}

export function useAddressLabels() {
  const { t } = useTranslation()
  return {
    street: t('checkout:street'),
    line2: t('checkout:line2'),
    line2Hint: t('checkout:line2Hint'),
    postcode: t('checkout:postcode'),
    city: t('checkout:city'),
  }
}
