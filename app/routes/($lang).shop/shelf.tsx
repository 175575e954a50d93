import { Fragment } from 'react'
import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { ProductCards, type ShownProduct } from '~/components/shop/product-card'
import { ShelfPages } from '~/components/shop/shelf-pages'
import { useCurrentUrl } from '~/components/site/current-url'
import { useSite } from '~/components/site/session'
import { type ProductQuery, sortOrders } from '~/domain/shop/product-search'
import { availabilityOf } from '~/domain/shop/shelf'
import type { Language } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { AddedNews } from './cart-news'
import type { ShopPage, ShownCart } from './loader.server'
import { addId, shelfAddress } from './query'

/** So few that there is nothing to search or sort. */
const fewestProducts = 4

/** So few that one sees them at a glance: searching and sorting fold away. */
const fewProducts = 8

export function ShelfView({ page }: { page: ShopPage }) {
  const { t } = useTranslation()
  const { products, found, query, missing, smallBusiness, cart, state } = page
  const { words, category } = query
  return (
    <section className="shelf" aria-labelledby="shelf">
      <h1 id="shelf">{missing ? t('shop:missing') : t('shop:heading')}</h1>
      {missing && <p className="lead">{t('shop:missingText')}</p>}
      {(found > 0 || words || category) && (
        <>
          <Categories page={page} />
          {words || category || query.order !== 'shelf' || found > fewProducts ? (
            <Search query={query} />
          ) : (
            found > fewestProducts && (
              <details>
                <summary>{t('shop:searchAndSort')}</summary>
                <Search query={query} />
              </details>
            )
          )}
        </>
      )}
      {words && (
        <p className="quiet" role="status">
          {found > 0 ? t('shop:found', { count: found }) : t('shop:nothing', { words })}
        </p>
      )}
      {found === 0 ? (
        <NothingFound isEmpty={!words && !category} />
      ) : (
        <ProductCards
          products={products.items}
          level="h2"
          smallBusiness={smallBusiness}
          below={(shown) => state.kind === 'open' && <AddOne shown={shown} cart={cart} />}
        />
      )}
      <ShelfPages {...products} address={(to) => shelfAddress(query, to)} Link={LocalizedLink} />
    </section>
  )
}

function AddOne({ shown: { product, left }, cart }: { shown: ShownProduct; cart: ShownCart }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = useCurrentUrl()
  const answer = useForm('add')
  const refused = answer?.typed.product === product.id ? answer : undefined
  if (availabilityOf(left) === 'sold-out') return null
  const { id } = product
  const focused = refused && { 'aria-describedby': `${id}-error`, autoFocus: true }
  return (
    <form method="post" action={own} id={addId(id)}>
      <input type="hidden" name="product" value={id} />
      <button
        className="button second"
        name="intent"
        value="add"
        aria-label={t('shop:addThis', { title: product.title[language] })}
        {...focused}
      >
        {t('shop:add')}
      </button>
      <ErrorText id={`${id}-error`} error={refused?.errors.quantity} />
      <AddedNews cart={cart} id={id} />
    </form>
  )
}

function Categories({ page: { categories, lent, query } }: { page: ShopPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const choices: { id?: string; title: string; lang?: Language }[] = [
    { id: undefined, title: t('shop:all') },
    ...Object.entries(categories).map(([id, title]) => ({
      id,
      title: title[language],
      lang: lent?.[id]?.[language],
    })),
  ]
  // All and the only category would be the same.
  if (choices.length < 3) return null
  return (
    <nav className="tabs categories" aria-label={t('shop:categories')}>
      {choices.map(({ id, title, lang }) => (
        <Fragment key={title}>
          <LocalizedLink
            to={shelfAddress({ ...query, category: id })}
            lang={lang}
            aria-current={query.category === id ? 'true' : undefined}
          >
            {title}
          </LocalizedLink>{' '}
        </Fragment>
      ))}
    </nav>
  )
}

function Search({ query: { words, category, order } }: { query: ProductQuery }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <search>
      <form className="search" action={localizedPath('/shop', language)}>
        {category && <input type="hidden" name="category" value={category} />}
        <Field
          name="q"
          label={t('shop:search')}
          type="search"
          defaultValue={words}
          maxLength={100}
        />
        <Field
          name="sort"
          label={t('shop:sort')}
          defaultValue={order}
          options={sortOrders.map((each) => [each, t(`shop:sorts.${each}`)])}
        />
        <button className="button second">{t('shop:show')}</button>
      </form>
    </search>
  )
}

/** Nothing of what was looked for, or of anything. */
function NothingFound({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="nothing">
      <p>{t(isEmpty ? 'shop:nothingYet' : 'shop:nothingHint')}</p>
      <p className="ways">
        {!isEmpty && <LocalizedLink to="/shop">{t('shop:showAll')}</LocalizedLink>}{' '}
        {useSite().answers && <LocalizedLink to="/chat">{t('shop:ask')}</LocalizedLink>}
      </p>
    </div>
  )
}
