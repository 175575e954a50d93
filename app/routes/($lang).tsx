import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'

/** 404 for a prefix that is no language, or the default one. */
export function loader({ params }: LoaderFunctionArgs) {
  if (params.lang !== undefined && (!isLanguage(params.lang) || params.lang === defaultLanguage)) {
    throw new Response(null, { status: 404 })
  }
  return null
}

/** The home page has no forms; unknown prefixes are 404 for POST too. */
export function action(asked: ActionFunctionArgs) {
  loader(asked)
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
