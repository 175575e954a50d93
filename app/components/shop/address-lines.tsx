import type { Address } from '~/domain/shop/orders'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'

export function AddressLines({ address }: { address: Address }) {
  const language = useLanguage()
  const { company, name, street, postcode, city, country } = address
  return (
    <address>
      {company && (
        <>
          {company}
          <br />
        </>
      )}
      {name}
      <br />
      {street}
      <br />
      {postcode} {city}, {countryName(country, language)}
    </address>
  )
}
