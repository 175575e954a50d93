import { useLocation } from '@remix-run/react'
import type { SiteIdentity } from '~/domain/site/identity'
import { type Language, languages, spoken } from '~/domain/text/languages'
import { alternates, barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { useIsFirstPage } from './first-page'
import { type PageHandle, pageTitle, tabTitle, usePageDetails, useServedPage } from './page'
import { useSite } from './session'

/** Absolute addresses use the configured origin, never the request's. `waiting`: open tickets. */
export function Head({
  handle,
  origin,
  waiting,
}: {
  handle: PageHandle
  origin: string
  waiting?: number
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const { framed, refused } = useServedPage()
  const isFirstPage = useIsFirstPage()
  const { about: subject } = usePageDetails()
  const site = useSite()
  const title = pageTitle(t, site, handle.page, subject)
  const inTab = tabTitle(t, title, { waiting, refused: refused && isFirstPage })
  const description = subject?.description || t(`${handle.page}.description`)
  const bare = barePath(pathname) + (subject?.query ?? '')
  const canonical = origin + localizedPath(bare, language)
  if (framed) return <title>{inTab}</title>
  return (
    <>
      <title>{inTab}</title>
      <meta name="description" content={description} />
      {handle.indexed && !/[?&](t|invitation)=/.test(search) ? (
        <>
          <link rel="canonical" href={canonical} />
          {/* The chat may be another desk's. */}
          {handle.page !== 'chat:page' && <link rel="manifest" href="/manifest.webmanifest" />}
          {alternates(bare, origin).map((page) => (
            <link key={page.language} rel="alternate" hrefLang={page.language} href={page.href} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + bare} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={subject?.own ? subject.title : site.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={canonical} />
          <Card site={site} origin={origin} />
          <meta property="og:locale" content={openGraphLocale(language)} />
          {languages
            .filter((other) => other !== language)
            .map((other) => (
              <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
            ))}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

/** The picture of a link to the site: its mark, or our card while it has no name. */
function Card({ site: { mark, named }, origin }: { site: SiteIdentity; origin: string }) {
  const { t } = useTranslation()
  if (mark) return <meta property="og:image" content={origin + mark} />
  if (named) return null
  return (
    <>
      <meta property="og:image" content={`${origin}/card.png`} />
      <meta property="og:image:alt" content={t('layout:cardAlt')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function openGraphLocale(language: Language): string {
  return spoken[language].locale.replace('-', '_')
}
