import { ErrorText } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useReopening } from '~/components/shop/pause'
import { SampleMark, Scarcity, type ShownProduct } from '~/components/shop/product-card'
import { ProductPrice } from '~/components/shop/product-price'
import { QuantityInput } from '~/components/shop/quantity-input'
import { useCurrentUrl } from '~/components/site/current-url'
import { ForeignWords } from '~/components/site/foreign-words'
import { photoIdIn, wholePicture } from '~/domain/shop/product-photos'
import { availabilityOf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { AddedNews } from './cart-news'
import type { ShopPage } from './loader.server'
import { addId } from './query'
import { StructuredData } from './structured-data'

export function Item({
  shown,
  page,
  origin,
}: {
  shown: ShownProduct
  page: ShopPage
  origin: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product, left, sample } = shown
  const { lent } = product
  const time = product.deliveryTime[language]
  const availability = availabilityOf(left)
  return (
    <article className="item">
      <p>
        <LocalizedLink to="/shop">← {t('shop:back')}</LocalizedLink>
      </p>
      {product.images.length > 0 && (
        <div className="images">
          {product.images.map(({ file, alt, lent }, index) => (
            <a key={file} href={wholePicture(file)}>
              <img
                src={file}
                className={photoIdIn(file) ? 'photo' : undefined}
                width={index === 0 ? 288 : 72}
                height={index === 0 ? 288 : 72}
                alt={alt[language]}
                lang={lent?.[language]}
              />
            </a>
          ))}
        </div>
      )}
      <div>
        <h1 lang={lent?.title?.[language]}>{product.title[language]}</h1>
        {sample && <SampleMark />}
        <p className="lead" lang={lent?.summary?.[language]}>
          {product.summary[language]}
        </p>
        <ProductPrice product={product} smallBusiness={page.smallBusiness} />
        {availability === 'in-stock' && <p>{t('shop:inStock')}</p>}
        <Scarcity left={left} />
        <p>
          <ForeignWords
            sentence={t('shop:delivery', { time })}
            words={time}
            language={lent?.deliveryTime?.[language]}
          />
        </p>
        <Take shown={shown} page={page} />
        {availability !== 'sold-out' && (
          <p>
            <LocalizedLink to={`/chat?item=${product.id}`}>{t('shop:question')}</LocalizedLink>
          </p>
        )}
        {product.description[language] && (
          <p className="description" lang={lent?.description?.[language]}>
            {product.description[language]}
          </p>
        )}
      </div>
      <StructuredData shown={shown} state={page.state} origin={origin} />
    </article>
  )
}

function Take({
  shown: { product, left },
  page: { state, cart },
}: {
  shown: ShownProduct
  page: ShopPage
}) {
  const { t } = useTranslation()
  const refused = useForm('add', '')
  const own = useCurrentUrl()
  const reopening = useReopening(state)
  if (product.hidden) return <p className="take">{t('shop:hidden')}</p>
  if (availabilityOf(left) === 'sold-out') {
    return (
      <p className="take">
        <LocalizedLink to={`/chat?item=${product.id}`} className="button second">
          {t('shop:ask')}
        </LocalizedLink>
      </p>
    )
  }
  if (reopening) return <p className="take">{reopening}</p>
  return (
    <form className="take" method="post" noValidate action={own} id={addId(product.id)}>
      <input type="hidden" name="product" value={product.id} />
      <div className="field">
        <label htmlFor="quantity">{t('shop:quantity')}</label>
        <QuantityInput id="quantity" quantity={1} most={left} refused={refused} />
      </div>
      <Submit intent="add" label={t('shop:add')} />
      <ErrorText id="quantity-error" error={refused?.errors.quantity} />
      <AddedNews cart={cart} id={product.id} />
    </form>
  )
}
