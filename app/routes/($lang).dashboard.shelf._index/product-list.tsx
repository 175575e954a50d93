import { Next } from '~/components/desks/next'
import { DeskForm } from '~/components/forms/desk-form'
import { SubmitLine } from '~/components/forms/submit'
import { ProductCard, type ShownProduct } from '~/components/shop/product-card'
import { ShelfPages } from '~/components/shop/shelf-pages'
import { useMoveAnnounced } from '~/components/site/announcer'
import { productsOnPage } from '~/domain/shop/shelf-pages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import {
  categoriesAddress,
  productAddress,
  shelfAddress,
  shippingAddress,
} from '../($lang).dashboard.shelf/address'
import type { ShelfPage } from './loader.server'

export function ProductList({ page }: { page: ShelfPage }) {
  const { t } = useTranslation()
  const { items, ...part } = page.products
  return (
    <>
      <header className="shelf-head">
        <div>
          <h1>{t('shelf:heading')}</h1>
          <p className="quiet">{t('shelf:lead')}</p>
        </div>
        <Next next={page.next} />
        <p className="deeds">
          {items.length > 0 && <Add second={page.next !== undefined} />}{' '}
          <AppLink className="button second" to={categoriesAddress}>
            {t('shelf:categories')}
          </AppLink>{' '}
          <AppLink className="button second" to={shippingAddress}>
            {t('shelf:shipping')}
          </AppLink>
        </p>
      </header>
      {page.samples > 0 && <Samples page={page} />}
      {items.length === 0 && (
        <div className="stack">
          <p>{t('shelf:empty')}</p>
          <p>
            <Add />
          </p>
        </div>
      )}
      <ul className="cards">
        {items.map((shown, index) => (
          <li key={shown.product.id} id={shown.product.id}>
            <Line
              page={page}
              shown={shown}
              first={part.page === 1 && index === 0}
              last={part.page === part.pages && index === items.length - 1}
              position={(part.page - 1) * productsOnPage + index + 1}
            />
          </li>
        ))}
      </ul>
      <ShelfPages {...part} address={shelfAddress} Link={AppLink} />
    </>
  )
}

function Add({ second }: { second?: boolean }) {
  const { t } = useTranslation()
  return (
    <AppLink className={second ? 'button second' : 'button'} to={productAddress()}>
      {t('shelf:add')}
    </AppLink>
  )
}

/** The sample products of a new shop, until its owner removes them. */
function Samples({ page: { samples, samplesSell } }: { page: ShelfPage }) {
  const { t } = useTranslation()
  return (
    <DeskForm className="banner stack">
      <p>{t(samplesSell ? 'shelf:samplesSell' : 'shelf:samples', { count: samples })}</p>
      <SubmitLine intent="remove-samples" look="second" label={t('shelf:removeSamples')} />
    </DeskForm>
  )
}

interface LineProps {
  page: ShelfPage
  shown: ShownProduct
  first: boolean
  last: boolean
  /** Among all products, from 1. */
  position: number
}

function Line({ page, shown, first, last, position }: LineProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product, left } = shown
  const { id, hidden, title } = product
  const name = title[language]
  const move = useMoveAnnounced(position, t('shelf:movedTo', { name, position }))
  return (
    <>
      <ProductCard
        shown={shown}
        level="h2"
        smallBusiness={page.smallBusiness}
        title={<AppLink to={productAddress(id)}>{name}</AppLink>}
      />
      <DeskForm
        className="shelf-line"
        action={localizedPath(shelfAddress(), language)}
        onSubmit={move}
      >
        <input type="hidden" name="product" value={id} />
        <input type="hidden" name="position" value={position} />
        <span className="quiet">
          {hidden && <span className="tag">{t('shelf:isHidden')}</span>}{' '}
          {left !== undefined && t('shelf:left', { count: left })}
        </span>{' '}
        <AppLink to={productAddress(id)} aria-label={t('shelf:editThis', { name })}>
          {t('shelf:edit')}
        </AppLink>{' '}
        <span className="moves">
          <button name="intent" value="up" disabled={first} aria-label={t('shelf:up', { name })}>
            <span className="arrow">←</span>
          </button>{' '}
          <button name="intent" value="down" disabled={last} aria-label={t('shelf:down', { name })}>
            <span className="arrow">→</span>
          </button>
        </span>
      </DeskForm>
    </>
  )
}
