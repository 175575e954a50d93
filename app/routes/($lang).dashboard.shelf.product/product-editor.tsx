import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Next } from '~/components/desks/next'
import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { useChosenPicture } from '~/components/forms/picture-field'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { ProductCard } from '~/components/shop/product-card'
import { draftId } from '~/components/site/page'
import type { Product, ProductDelivery } from '~/domain/shop/catalogue'
import { readAmount } from '~/domain/shop/money'
import { texts } from '~/domain/shop/product-texts'
import { filledIn, inEvery } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { productAddress } from '../($lang).dashboard.shelf/address'
import { Delivery } from './delivery'
import { About, Figures, InShop } from './fields'
import type { ProductPage } from './loader.server'
import { ChosenPhoto, Photos } from './photos'

const blank: Product = {
  id: '',
  kind: 'good',
  category: '',
  title: inEvery(() => ''),
  summary: inEvery(() => ''),
  description: inEvery(() => ''),
  deliveryTime: inEvery(() => ''),
  price: 0,
  vatRate: 19,
  delivery: 'shipping',
  digital: false,
  images: [],
  featured: false,
  hidden: false,
  grants: {},
}

export function ProductEditor({ page }: { page: ProductPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answer = useForm('save', '')
  const [draft, setDraft] = useState<Draft>()
  const form = useRef<HTMLFormElement>(null)
  const follow = () => {
    if (form.current) setDraft(draftOf(Object.fromEntries(new FormData(form.current))))
  }
  const { chosen, smallBusiness } = page
  const deliveryTime = { ...blank.deliveryTime, [language]: t('shelf:deliveryTimeUsual') }
  const product = chosen?.product ?? blank
  const written = chosen?.written ?? { ...blank, deliveryTime }
  const typed = draft ?? (answer && draftOf(answer.typed))
  const { chosen: photo, choose, forget } = useChosenPicture()
  const count = product.images.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is saved
  useEffect(forget, [count])
  const images = photo ? [...product.images, { file: photo, alt: blank.title }] : product.images
  const shown = { ...product, images, price: chosen?.product.price, ...typed }
  // The price per measure is typed as well, and until then it is that of the earlier price.
  const isStale = chosen && shown.price !== product.price && isSameUnitPrice(shown, product)
  if (isStale) shown.unitPrice = undefined
  const title = shown.title[language] || t('shelf:untitled')
  useReadOnReturn(!chosen)
  return (
    <>
      <h1>{chosen ? product.title[language] : t('shelf:add')}</h1>
      <Next next={page.next} />
      <div className="two-parts editor">
        <aside className={chosen ? undefined : 'new'} aria-label={t('shelf:card')}>
          <p className="quiet">{t('shelf:card')}</p>
          <ul className="cards">
            <li>
              <ProductCard
                shown={{ product: shown, left: chosen?.left }}
                level="h2"
                smallBusiness={smallBusiness}
                title={title}
              />
            </li>
          </ul>
          {chosen && (
            <p>
              <a href={count > 0 ? '#photos' : '#photo'}>{t('shelf:photos')}</a> ·{' '}
              <AppLink to={productAddress()}>{t('shelf:addAnother')}</AppLink>
            </p>
          )}
        </aside>
        <div className="stack">
          <DeskForm
            id={draftId}
            place={chosen ? undefined : ''}
            action={localizedPath(productAddress(chosen?.product.id), language)}
            encType="multipart/form-data"
            ref={form}
            onInput={follow}
            // Saving resets the fields.
            key={chosen?.seen}
          >
            <Seen value={chosen?.seen ?? ''} answer={answer} />
            <div className="stack">
              <About product={written} answer={answer} />
              <Figures page={page} product={product} answer={answer} />
              <Delivery page={page} product={written} answer={answer} />
              <InShop page={page} product={product} answer={answer} />
              <ChosenPhoto count={count} onChange={choose} />
            </div>
            <div className="deeds save-bar">
              <Submit intent="save" look={page.next && 'second'} label={t('shelf:save')} />
              {chosen && (
                <LocalizedLink className="button second" to={`/shop?item=${product.id}&preview`}>
                  {t(product.hidden ? 'shelf:preview' : 'shelf:seeInShop')}
                </LocalizedLink>
              )}
            </div>
          </DeskForm>
          {chosen && <Photos product={written} />}
          {chosen && <Remove />}
        </div>
      </div>
    </>
  )
}

/** Reads the page again on the way back from another tab, where pick-up may have been set up. */
function useReadOnReturn(on: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!on) return
    const read = () => {
      if (!document.hidden) revalidate()
    }
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [on, revalidate])
}

/** Offers hiding first, which can be undone. */
function Remove() {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('shelf:remove')}</summary>
      <DeskForm className="stack">
        <p className="quiet">{t('shelf:removeTold')}</p>
        <SubmitLine intent="remove" look="danger" label={t('shelf:removeNow')} />
      </DeskForm>
    </details>
  )
}

type Draft = Partial<Pick<Product, 'title' | 'summary' | 'price' | 'unitPrice' | 'delivery'>>

function draftOf(words: Record<string, FormDataEntryValue>): Draft {
  const typed = (name: string) => String(words[name] ?? '')
  const amount = readAmount(typed('unitAmount')).cents
  const unit = typed('unit') as 'kg'
  return {
    title: filledIn(texts(words, 'title')),
    summary: filledIn(texts(words, 'summary')),
    price: readAmount(typed('price')).cents,
    unitPrice: unit && amount !== undefined ? { amount, unit } : undefined,
    delivery: typed('delivery') as ProductDelivery,
  }
}

function isSameUnitPrice(one: Pick<Product, 'unitPrice'>, other: Pick<Product, 'unitPrice'>) {
  return (
    one.unitPrice?.amount === other.unitPrice?.amount &&
    one.unitPrice?.unit === other.unitPrice?.unit
  )
}
