import type { ReactNode } from 'react'
import type { Catalogue, Product } from '~/domain/shop/catalogue'
import { photoIdIn } from '~/domain/shop/product-photos'
import { availabilityOf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { type PreviewedProduct, ProductPrice } from './product-price'

/** `left` is undefined where stock is unlimited. */
export interface ShownProduct {
  product: Product
  left?: number
  /** Whether it is a sample of a new shop. */
  sample?: true
}

/** On a phone each is a row. `level` is the heading's; `below` stands at the foot of a card. */
export function ProductCards({
  products,
  below,
  ...seller
}: {
  products: ShownProduct[]
  level: 'h2' | 'h3'
  below?: (shown: ShownProduct) => ReactNode
} & Pick<Catalogue, 'smallBusiness'>) {
  const language = useLanguage()
  return (
    <ul className="cards">
      {products.map((shown) => (
        <li key={shown.product.id}>
          <ProductCard
            shown={shown}
            title={
              <LocalizedLink
                to={`/shop?item=${shown.product.id}`}
                lang={shown.product.lent?.title?.[language]}
              >
                {shown.product.title[language]}
              </LocalizedLink>
            }
            {...seller}
          />
          {below?.(shown)}
        </li>
      ))}
    </ul>
  )
}

export function ProductCard({
  shown: { product, left, sample },
  title,
  level: Heading,
  smallBusiness,
}: {
  shown: Omit<ShownProduct, 'product'> & { product: PreviewedProduct }
  title: ReactNode
  level: 'h2' | 'h3'
} & Pick<Catalogue, 'smallBusiness'>) {
  const language = useLanguage()
  return (
    <>
      <ProductPicture product={product} />
      <div>
        <Heading>{title}</Heading>
        <p lang={product.lent?.summary?.[language]}>{product.summary[language]}</p>
      </div>
      <div>
        {sample && <SampleMark />}
        <Scarcity left={left} />
        <ProductPrice product={product} smallBusiness={smallBusiness} />
      </div>
    </>
  )
}

/** The first picture: a photo fills its frame, a drawing is fitted into it. Without one, an initial. */
export function ProductPicture({
  product: { images, title },
}: {
  product: Pick<Product, 'images' | 'title'>
}) {
  const [initial] = title[useLanguage()]
  const [image] = images
  if (!image) {
    return (
      <svg className="no-image" viewBox="0 0 96 96" aria-hidden="true">
        <text
          x="48"
          y="62"
          fontSize="40"
          fontFamily="serif"
          textAnchor="middle"
          fill="currentColor"
        >
          {initial}
        </text>
      </svg>
    )
  }
  // One that was just chosen is in its address.
  const photo = photoIdIn(image.file) || image.file.startsWith('data:') ? 'photo' : undefined
  return <img src={image.file} className={photo} width="96" height="96" alt="" />
}

export function SampleMark() {
  return <p className="quiet">{useTranslation().t('shop:sample')}</p>
}

export function Scarcity({ left }: { left?: number }) {
  const { t } = useTranslation()
  const availability = availabilityOf(left)
  if (availability === 'sold-out') return <p className="scarce">{t('shop:soldOut')}</p>
  if (availability === 'few') return <p className="scarce">{t('shop:few', { count: left ?? 0 })}</p>
  return null
}
