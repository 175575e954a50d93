import type { Catalogue, Product } from '~/domain/shop/catalogue'
import { availabilityOf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ProductPrice } from './product-price'

/** `left` is undefined where stock is unlimited. */
export interface ShownProduct {
  product: Product
  left?: number
}

/** On a phone each is a row. `level` is the heading's. */
export function ProductCards({
  products,
  level: Heading,
  ...seller
}: {
  products: ShownProduct[]
  level: 'h2' | 'h3'
} & Pick<Catalogue, 'smallBusiness'>) {
  const language = useLanguage()
  return (
    <ul className="cards">
      {products.map(({ product, left }) => (
        <li key={product.id}>
          {product.image ? (
            <img src={product.image.file} width="96" height="96" alt="" />
          ) : (
            <span className="no-image" />
          )}
          <div>
            <Heading>
              <LocalizedLink to={`/shop?item=${product.id}`}>
                {product.title[language]}
              </LocalizedLink>
            </Heading>
            <p>{product.summary[language]}</p>
          </div>
          <div>
            <Scarcity left={left} />
            <ProductPrice product={product} {...seller} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shown only where stock is low. */
export function Scarcity({ left }: { left?: number }) {
  const { t } = useTranslation()
  const availability = availabilityOf(left)
  if (availability === 'sold-out') return <p className="scarce">{t('shop:soldOut')}</p>
  if (availability === 'few') return <p className="scarce">{t('shop:few', { count: left ?? 0 })}</p>
  return null
}
