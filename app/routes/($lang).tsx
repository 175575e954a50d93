import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'

/** Its whole job: a prefix that is no language of ours, or the default's, leads nowhere. */
export function loader({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  if (params.lang !== undefined && (!isLanguage(params.lang) || params.lang === defaultLanguage)) {
    throw new Response(null, { status: 404 })
  }
  return null
}

/** The start page takes no form; an address that is none of ours does not exist for forms either. */
export function action({ params }: ActionFunctionArgs) {
  loader({ params })
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}

export default function LanguagePrefix() {
  return <Outlet />
}
