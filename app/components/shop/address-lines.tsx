import type { Address } from '~/domain/shop/orders'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'

export function AddressLines({ address }: { address: Address }) {
  const language = useLanguage()
  const { company, name, street, line2, postcode, city, country } = address
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
      {line2 && (
        <>
          {line2}
          <br />
        </>
      )}
      {postcode} {city}, {countryName(country, language)}
    </address>
  )
}
