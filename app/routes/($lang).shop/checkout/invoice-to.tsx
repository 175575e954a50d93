import { ErrorText, Field } from '~/components/forms/field'
import { useTranslation } from '~/i18n/translation'
import type { CheckoutPage } from './checkout-page.server'
import type { CheckoutAnswer } from './place.server'

/** For businesses, and for who wants the invoice elsewhere; what is needed is open. */
export function InvoiceTo({ page, answer }: { page: CheckoutPage; answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const { billed, shipped, billingCountries } = page
  const error = answer?.errors.billingCountry
  const used = Object.entries({ ...answer?.typed, ...answer?.errors }).some(
    ([name, value]) => value && /^(company|vatId|billing(?!Country))/.test(name),
  )
  return (
    <details className="invoice-to" open={billed || used || undefined}>
      <summary>{t(billed ? 'checkout:billing' : 'checkout:billingOptional')}</summary>
      <div className="stack">
        <Field
          name="company"
          label={t('checkout:company')}
          autoComplete="organization"
          answer={answer}
        />
        <Field
          name="vatId"
          label={t('checkout:vatId')}
          hint={t('checkout:vatIdHint')}
          autoComplete="off"
          answer={answer}
        />
        <p className="quiet">
          {t(
            billed
              ? 'checkout:billingNeeded'
              : shipped
                ? 'checkout:billingElse'
                : 'checkout:billingBusiness',
          )}
        </p>
        <Field
          name="billingName"
          label={t('checkout:name')}
          autoComplete="billing name"
          answer={answer}
        />
        <Field
          name="billingStreet"
          label={t('checkout:street')}
          autoComplete="billing address-line1"
          answer={answer}
        />
        <div className="place">
          <Field
            name="billingPostcode"
            label={t('checkout:postcode')}
            autoComplete="billing postal-code"
            answer={answer}
          />
          <Field
            name="billingCity"
            label={t('checkout:city')}
            autoComplete="billing address-level2"
            answer={answer}
          />
        </div>
        <div className="field">
          <label htmlFor="billingCountry">{t('checkout:country')}</label>
          <select
            id="billingCountry"
            name="billingCountry"
            autoComplete="billing country"
            defaultValue={answer?.typed.billingCountry ?? page.house}
            aria-describedby={error && 'billingCountry-error'}
          >
            {billingCountries.map(({ country, name }) => (
              <option key={country} value={country}>
                {name}
              </option>
            ))}
          </select>
          <ErrorText id="billingCountry-error" error={error} />
        </div>
      </div>
    </details>
  )
}
