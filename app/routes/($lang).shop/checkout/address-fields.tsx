import { ErrorText, Field } from '~/components/forms/field'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { CheckoutPage } from './checkout-page.server'
import type { CheckoutAnswer } from './place.server'

export function AddressFields({ page, answer }: { page: CheckoutPage; answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const error = answer?.errors.country
  return (
    <>
      <Field name="name" label={t('checkout:name')} autoComplete="name" answer={answer} />
      <Field
        name="street"
        label={t('checkout:street')}
        autoComplete="address-line1"
        answer={answer}
      />
      <div className="place">
        <Field
          name="postcode"
          label={t('checkout:postcode')}
          autoComplete="postal-code"
          answer={answer}
        />
        <Field
          name="city"
          label={t('checkout:city')}
          autoComplete="address-level2"
          answer={answer}
        />
      </div>
      <div className="field">
        <label htmlFor="country">{t('checkout:country')}</label>
        <div className="country">
          <select
            id="country"
            name="country"
            autoComplete="country"
            defaultValue={page.country}
            aria-describedby={error && 'country-error'}
          >
            {page.countries.map(({ code, shipping }) => (
              <option key={code} value={code}>
                {countryName(code, language)} –{' '}
                {shipping === 0
                  ? t('checkout:shippingFree')
                  : t('checkout:shippingFor', { price: formatMoney(shipping, language) })}
              </option>
            ))}
          </select>
          <button className="button second" name="intent" value="reckon">
            {t('checkout:reckon')}
          </button>
        </div>
        <ErrorText id="country-error" error={error} />
      </div>
    </>
  )
}
