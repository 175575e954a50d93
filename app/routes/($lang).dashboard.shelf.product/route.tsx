import { useLoaderData } from '@remix-run/react'
import { draftId, type PageHandle, titleWithin } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import { Part } from '../($lang).dashboard.shelf/part'
import type { ProductPage } from './loader.server'
import { ProductEditor } from './product-editor'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'shelf:page',
  i18n: ['shelf', 'shop', 'photo'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (data, t) => {
    const { chosen, unknown } = (data ?? {}) as Partial<ProductPage>
    const name = chosen?.name ?? t(unknown ? 'shelf:unknown' : 'shelf:add')
    const about = titleWithin(t, 'shelf:page', name)
    return unknown ? { about } : { about, draftForm: draftId, draftIntent: 'save' }
  },
}

export default function Product() {
  const { t } = useTranslation()
  const page = useLoaderData() as ProductPage
  return (
    <Part>
      {page.unknown ? (
        <h1>{t('shelf:unknown')}</h1>
      ) : (
        <ProductEditor key={page.chosen?.product.id} page={page} />
      )}
    </Part>
  )
}
