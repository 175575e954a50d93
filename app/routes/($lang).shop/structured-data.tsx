import type { ShownProduct } from '~/components/shop/product-card'
import { type Availability, availabilityOf } from '~/domain/shop/shelf'
import type { ShopState } from '~/domain/site/opening'
import type { Language } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'

const availabilities: Record<Availability, string> = {
  unlimited: 'InStock',
  'in-stock': 'InStock',
  few: 'LimitedAvailability',
  'sold-out': 'OutOfStock',
}

/** Source: schema.org Product and Offer. */
function productData(
  { product, left }: ShownProduct,
  state: ShopState,
  language: Language,
  origin: string,
) {
  const { id, title, summary, description, images, price, vatRate, interval } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title[language],
    description: description[language] || summary[language],
    sku: id,
    image: images[0] && origin + images[0].file,
    offers: {
      '@type': 'Offer',
      url: origin + localizedPath(`/shop?item=${id}`, language),
      price: (price / 100).toFixed(2),
      priceCurrency: 'EUR',
      // A paused shop sells nothing.
      availability: `https://schema.org/${availabilities[state.kind === 'open' ? availabilityOf(left) : 'sold-out']}`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: (price / 100).toFixed(2),
        priceCurrency: 'EUR',
        valueAddedTaxIncluded: vatRate > 0,
        referenceQuantity: interval && {
          '@type': 'QuantitativeValue',
          value: 1,
          unitCode: interval === 'year' ? 'ANN' : 'MON',
        },
      },
    },
  }
}

/** Browsers do not run such a script: the CSP does not apply (HTML, 4.12.1). */
export function StructuredData({
  shown,
  state,
  origin,
}: {
  shown: ShownProduct
  state: ShopState
  origin: string
}) {
  const text = withoutMarkup(JSON.stringify(productData(shown, state, useLanguage(), origin)))
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element, see below
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  )
}

/** Escapes markup by code, so that no text can end the element. */
function withoutMarkup(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
