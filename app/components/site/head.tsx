import { useLocation } from '@remix-run/react'
import { type Language, languages, spoken } from '~/domain/text/languages'
import { alternates, barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { useIsFirstPage } from './first-page'
import { type PageHandle, pageTitle, tabTitle, usePageDetails, useServedPage } from './page'

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
  const title = pageTitle(t, handle.page, subject)
  const inTab = tabTitle(t, title, { waiting, refused: refused && isFirstPage })
  const description = subject?.description || t(`${handle.page}.description`)
  const bare = barePath(pathname) + (subject?.query ?? '')
  const canonical = origin + localizedPath(bare, language)
  if (framed) return <title>{inTab}</title>
  return (
    <>
      <title>{inTab}</title>
      <meta name="description" content={description} />
      {handle.indexed && !new URLSearchParams(search).has('t') ? (
        <>
          <link rel="canonical" href={canonical} />
          {alternates(bare, origin).map((page) => (
            <link key={page.language} rel="alternate" hrefLang={page.language} href={page.href} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + bare} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={subject?.own ? subject.title : 'Tresen'} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={canonical} />
          <meta property="og:image" content={`${origin}/card.png`} />
          <meta property="og:image:alt" content={t('layout:cardAlt')} />
          <meta property="og:locale" content={openGraphLocale(language)} />
          {languages
            .filter((other) => other !== language)
            .map((other) => (
              <meta key={other} property="og:locale:alternate" content={openGraphLocale(other)} />
            ))}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}

function openGraphLocale(language: Language): string {
  return spoken[language].locale.replace('-', '_')
}
