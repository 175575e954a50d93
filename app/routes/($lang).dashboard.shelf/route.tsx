import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, type PageSubject, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { shelfAddress } from './address'
import { Categories } from './categories'
import type { ShelfPage } from './loader.server'
import { ProductEditor } from './product-editor'
import { ProductList } from './product-list'
import { Shipping } from './shipping'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'shelf:page',
  i18n: ['shelf', 'shop', 'photo'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (data, t) => {
    const page = data as ShelfPage | undefined
    const { at = 'shelf' } = page?.view ?? {}
    const edits = at === 'product' ? page?.chosen : at !== 'shelf'
    const draftIntent = at === 'categories' || at === 'shipping' ? `save-${at}` : 'save'
    return { about: subjectOf(page, t), draftForm: edits ? draftId : undefined, draftIntent }
  },
}

function subjectOf(page: ShelfPage | undefined, t: TFunction): PageSubject | undefined {
  const at = page?.view.at ?? 'shelf'
  if (at === 'shelf') return undefined
  if (at !== 'product') {
    return titleWithin(t, 'shelf:page', t(`shelf:${at === 'new' ? 'add' : at}`))
  }
  return titleWithin(t, 'shelf:page', page?.chosen?.name ?? t('shelf:unknown'))
}

export default function Shelf() {
  const page = useLoaderData() as ShelfPage
  const answer = useForm()
  useProblemFocus(answer)
  const { at } = page.view
  return (
    <div className="stockroom">
      {at !== 'shelf' && <Back />}
      <FormProblem answer={answer} fields />
      {at === 'shelf' && <ProductList page={page} />}
      {at === 'categories' && <Categories page={page} />}
      {at === 'shipping' && <Shipping page={page} />}
      {(at === 'new' || page.chosen) && <ProductEditor key={page.chosen?.product.id} page={page} />}
      {at === 'product' && !page.chosen && <Unknown />}
    </div>
  )
}

function Back() {
  const { t } = useTranslation()
  return (
    <p>
      <AppLink to={shelfAddress({ at: 'shelf' })}>← {t('shelf:back')}</AppLink>
    </p>
  )
}

function Unknown() {
  const { t } = useTranslation()
  return <h1>{t('shelf:unknown')}</h1>
}
