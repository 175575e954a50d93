import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { defaultLanguage, isLanguage } from '~/domain/languages'

/** Its whole job: a prefix that is no language of ours, or the default's, leads nowhere. */
export function loader({ params }: LoaderFunctionArgs) {
  if (params.lang !== undefined && (!isLanguage(params.lang) || params.lang === defaultLanguage)) {
    throw new Response(null, { status: 404 })
  }
  return null
}

export default function LanguagePrefix() {
  return <Outlet />
}
