import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LocalizedLink } from '~/i18n/localized-link'
import { useServedPage } from './page'

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

export function ErrorHead({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{isMissing(error) ? t('errors.page.missing') : t('errors.page.failed')}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** What a person sees when there is no such page, or when we failed: never a stack, always a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { requestId } = useServedPage()
  return (
    <div className="sheet wide">
      {isMissing(error) ? (
        <div>
          <h1>{t('errors.page.missing')}</h1>
          <p className="lead address">
            {t('errors.page.missingPath', { path: readable(pathname) })}
          </p>
        </div>
      ) : (
        <div>
          <h1>{t('errors.page.failed')}</h1>
          <p className="lead">{t('errors.page.failedHelp')}</p>
          {requestId && (
            <p className="quiet">{t('errors.page.reference', { reference: requestId })}</p>
          )}
        </div>
      )}
      <p>
        <LocalizedLink to="/">{t('errors.page.home')}</LocalizedLink> ·{' '}
        <LocalizedLink to="/chat">{t('errors.page.ask')}</LocalizedLink>
      </p>
    </div>
  )
}

/** The path as it was typed, where its escapes are sound. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
