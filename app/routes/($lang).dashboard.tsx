import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { NavLink, Outlet, useLoaderData } from '@remix-run/react'
import { Bell } from '~/components/icons'
import { LanguageSwitch } from '~/components/language-switch'
import { useLiveDesk } from '~/components/live-desk'
import { NoticeToast } from '~/components/notice'
import { Toasts } from '~/components/toasts/toasts'
import { requireDesk } from '~/http/access.server'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { desk, session } = await requireDesk(context, request)
  const counts = await context.services.tickets.count(desk.id)
  return { open: counts.open, email: session.user.email, verified: session.user.emailVerified }
}

/** The rail with the rooms of the desk, and the room. */
export default function DeskLayout() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { email, verified, ...read } = useLoaderData<typeof loader>()
  const { open, visitors } = useLiveDesk(read.open)
  return (
    <div className="desk-page">
      <a className="skip visually-hidden" href="#main">
        {t('layout.skip')}
      </a>
      <header className="rail">
        <LocalizedLink to="/" className="brand">
          <Bell />
          <span>Tresen</span>
        </LocalizedLink>
        <nav className="places" aria-label={t('dashboard.rail')}>
          <NavLink to={localizedPath('/dashboard', language)} end>
            {t('dashboard.overview')}
          </NavLink>
          <NavLink to={localizedPath('/dashboard/tickets', language)}>
            {t('dashboard.tickets')}
            <span className="badge">{open}</span>
          </NavLink>
          <NavLink to={localizedPath('/dashboard/profile', language)}>
            {t('dashboard.profile')}
          </NavLink>
          <NavLink to={localizedPath('/dashboard/settings', language)}>
            {t('dashboard.settings')}
          </NavLink>
        </nav>
        <div className="account">
          <LanguageSwitch />
          <form method="post" action="/logout">
            <input type="hidden" name="language" value={language} />
            <button className="plain-button" title={email}>
              {t('layout.signOut')}
            </button>
          </form>
        </div>
      </header>
      <main className="desk-main" id="main">
        {!verified && (
          <p className="banner">
            {t('dashboard.unverified')}{' '}
            <LocalizedLink to="/verify-email">{t('dashboard.verify')}</LocalizedLink>
          </p>
        )}
        <NoticeToast />
        <Outlet context={visitors} />
        <Toasts />
      </main>
    </div>
  )
}
