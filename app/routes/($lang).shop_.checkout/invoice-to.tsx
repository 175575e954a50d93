import { AddressFields } from '~/components/forms/address-fields'
import { Field } from '~/components/forms/field'
import { useTranslation } from '~/i18n/translation'
import type { CheckoutPage } from './checkout-page.server'
import { useAddressLabels } from './delivery'
import type { CheckoutAnswer } from './place.server'

export function InvoiceTo({ page, answer }: { page: CheckoutPage; answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const { billed, shipped, billingCountries } = page
  const used = Object.entries({ ...answer?.typed, ...answer?.errors }).some(
    ([name, value]) => value && /^(company|vatId|billing(?!Country))/.test(name),
  )
  return (
    <details className="invoice-to" open={billed || used || undefined}>
      <summary>{t(billed ? 'checkout:billing' : 'checkout:billingOptional')}</summary>
      <div className="stack">
        <Field name="company" label={t('checkout:company')} autoComplete="organization" />
        <Field
          name="vatId"
          label={t('checkout:vatId')}
          hint={t('checkout:vatIdHint')}
          autoComplete="off"
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
        <fieldset className="stack">
          <legend className="visually-hidden">{t('checkout:billing')}</legend>
          <Field
            name="billingName"
            label={t('checkout:name')}
            hint={page.delivery && t('checkout:billingNameHint')}
            autoComplete="billing name"
          />
          <AddressFields labels={useAddressLabels()} billing line="place" />
          <Field
            name="billingCountry"
            label={t('checkout:country')}
            autoComplete="billing country"
            defaultValue={page.house}
            options={billingCountries.map(({ country, name }) => [country, name])}
          />
        </fieldset>
      </div>
    </details>
  )
}
