import type { ReactNode } from 'react'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { LanguageSwitch } from './language-switch'
import { Mark } from './mark'
import { NoticeBanner } from './notice'
import { useCartCount, useOffersCounters, useSession, useSite } from './session'

/** `fills` as in PageShell. */
export function SiteLayout({ fills, children }: { fills?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { isAuthenticated } = useSession()
  const offers = useOffersCounters()
  const site = useSite()
  const cart = useCartCount()
  return (
    <PageShell
      fills={fills}
      header={
        <>
          <LocalizedLink to="/" className="brand">
            <Mark site={site} />
            {site.name}
          </LocalizedLink>{' '}
          <nav className="site-nav" aria-label={t('layout:pages')}>
            <LocalizedLink to="/shop">{t('layout:shop')}</LocalizedLink>{' '}
            {cart > 0 && (
              <LocalizedLink to="/shop#receipt">{t('layout:cart', { pieces: cart })}</LocalizedLink>
            )}{' '}
            {site.answers && <LocalizedLink to="/chat">{t('layout:chat')}</LocalizedLink>}
          </nav>{' '}
          <LanguageSwitch />
          <div className="site-nav end">
            {isAuthenticated ? (
              <LocalizedLink to="/dashboard" className="strong">
                {t('layout:dashboard')}
              </LocalizedLink>
            ) : (
              <LocalizedLink to="/login" className="strong">
                {t('layout:signIn')}
              </LocalizedLink>
            )}
          </div>
        </>
      }
      footer={
        <>
          <LegalLinks />{' '}
          <p className="site-nav">
            {offers && !isAuthenticated && (
              <LocalizedLink to="/signup">{t('layout:forBusinesses')}</LocalizedLink>
            )}{' '}
            {site.credit && <span>{t('layout:credit')}</span>}
          </p>
        </>
      }
    >
      {children}
    </PageShell>
  )
}

/** `fills`: what is in it is as high as the window, and scrolls within. */
export function PageShell({
  header,
  footer,
  fills,
  children,
}: {
  header: ReactNode
  footer: ReactNode
  fills?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip visually-hidden" href="#main">
        {t('layout:skip')}
      </a>{' '}
      <header className="site-header">{header}</header>
      <main className={fills ? 'site-main fills' : 'site-main'} id="main">
        <NoticeBanner />
        {children}
      </main>
      <footer className="site-footer">{footer}</footer>
    </>
  )
}

/** The links that the law wants on every page; the last two lead to the forms themselves. */
function LegalLinks() {
  const { t } = useTranslation()
  return (
    <nav className="site-nav" aria-label={t('layout:legal')}>
      <LocalizedLink to="/imprint">{t('layout:imprint')}</LocalizedLink>{' '}
      <LocalizedLink to="/privacy">{t('layout:privacy')}</LocalizedLink>{' '}
      <LocalizedLink to="/terms">{t('layout:terms')}</LocalizedLink>{' '}
      <LocalizedLink to="/withdrawal?withdraw">{t('layout:withdraw')}</LocalizedLink>{' '}
      <LocalizedLink to="/withdrawal?cancel">{t('layout:cancel')}</LocalizedLink>
    </nav>
  )
}
