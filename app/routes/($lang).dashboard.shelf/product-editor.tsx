import { Form } from '@remix-run/react'
import { useRef, useState } from 'react'
import { Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { ProductCard } from '~/components/shop/product-card'
import type { Product } from '~/domain/shop/catalogue'
import { readCents } from '~/domain/shop/money'
import { texts } from '~/domain/shop/product-texts'
import { inEvery } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { shelfPlace } from './address'
import { Figures, Sale, Texts } from './fields'
import type { ShelfPage } from './loader.server'
import { Photos } from './photos'

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
  shipped: true,
  digital: false,
  images: [],
  featured: false,
  hidden: false,
  grants: {},
}

export function ProductEditor({ page }: { page: ShelfPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answer = useForm('save', '')
  const [draft, setDraft] = useState<Draft>({})
  const form = useRef<HTMLFormElement>(null)
  const follow = () => form.current && setDraft(draftOf(new FormData(form.current)))
  const { chosen, place, smallBusiness } = page
  const product = chosen?.product ?? blank
  const shown = { ...product, ...draft }
  const title = shown.title[language] || t('shelf:untitled')
  return (
    <div className="editor">
      <div className="stack">
        <h1>{chosen ? product.title[language] : t('shelf:add')}</h1>
        <Form
          className="stack"
          method="post"
          action={localizedPath(shelfPlace(place), language)}
          ref={form}
          onInput={follow}
          // The fields are new once they are saved.
          key={chosen?.seen}
          noValidate
        >
          <input type="hidden" name="seen" value={chosen?.seen ?? ''} />
          <Texts product={product} />
          <Figures page={page} product={product} />
          <Sale page={page} product={product} answer={answer} />
          <p className="deeds">
            <Submit intent="save" label={t('shelf:save')} />
            {chosen && (
              <LocalizedLink className="button second" to={`/shop?item=${product.id}&preview`}>
                {t('shelf:preview')}
              </LocalizedLink>
            )}
          </p>
        </Form>
        {chosen ? <Photos product={product} /> : <p className="quiet">{t('shelf:photosLater')}</p>}
        {chosen && <Remove />}
      </div>
      <aside aria-label={t('shelf:card')}>
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
      </aside>
    </div>
  )
}

/** Hiding is the gentle way, and is named first. */
function Remove() {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('shelf:remove')}</summary>
      <Form method="post" className="stack">
        <p className="quiet">{t('shelf:removeTold')}</p>
        <SubmitLine intent="remove" look="danger" label={t('shelf:removeNow')} />
      </Form>
    </details>
  )
}

type Draft = Partial<Pick<Product, 'title' | 'summary' | 'price' | 'unitPrice' | 'shipped'>>

function draftOf(form: FormData): Draft {
  const typed = (name: string) => String(form.get(name) ?? '')
  const words = Object.fromEntries(form)
  const amount = readCents(typed('unitAmount'))
  const unit = typed('unit') as 'kg'
  return {
    title: texts(words, 'title'),
    summary: texts(words, 'summary'),
    price: readCents(typed('price')) ?? 0,
    unitPrice: unit && amount !== undefined ? { amount, unit } : undefined,
    shipped: form.has('shipped'),
  }
}
