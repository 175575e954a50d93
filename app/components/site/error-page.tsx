import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ShelfSearch } from '../shop/shelf-search'
import { useServedPage } from './page'

type Kind = 'missing' | 'unsupported' | 'refused' | 'failed'

function kindOf(error: unknown): Kind {
  if (!isRouteErrorResponse(error)) return 'failed'
  if (error.status === 404) return 'missing'
  if (error.status === 405) return 'unsupported'
  return error.status < 500 ? 'refused' : 'failed'
}

export function ErrorHead({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{t(`errors:page.${kindOf(error)}`)}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Never a stack trace, always a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { requestId } = useServedPage()
  const kind = kindOf(error)
  return (
    <div className="sheet wide">
      <div>
        <h1>{t(`errors:page.${kind}`)}</h1>
        <p className="lead address">
          {kind === 'missing'
            ? t('errors:page.missingPath', { path: readable(pathname) })
            : t(`errors:page.${kind}Help`)}
        </p>
        {kind === 'failed' && requestId && (
          <p className="quiet">{t('errors:page.reference', { reference: requestId })}</p>
        )}
      </div>
      {kind === 'missing' && <ShelfSearch />}
      <p>
        <LocalizedLink to="/">{t('errors:page.home')}</LocalizedLink> ·{' '}
        <LocalizedLink to="/chat">{t('errors:page.ask')}</LocalizedLink>
      </p>
    </div>
  )
}

/** The typed path decoded, if its escapes are valid. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
