import { useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import type { ShelfPage } from './loader.server'
import { ProductList } from './product-list'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from '../($lang).dashboard.shelf/actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'shelf:page',
  i18n: ['shelf', 'shop'],
  stylesheet: 'desk',
  scripts: 'react',
}

export default function Products() {
  const answer = useForm()
  useProblemFocus(answer)
  return (
    <>
      <FormProblem answer={answer} fields />
      <ProductList page={useLoaderData() as ShelfPage} />
    </>
  )
}
