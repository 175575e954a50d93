import { useLocation } from '@remix-run/react'
import { type Language, languages, spoken } from '~/domain/text/languages'
import { alternates, barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { type PageHandle, pageTitle, usePageDetails, useServedPage } from './page'

/** Absolute addresses use the configured origin, never the request's. */
export function Head({ handle, origin }: { handle: PageHandle; origin: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname, search } = useLocation()
  const { framed } = useServedPage()
  const { about: subject } = usePageDetails()
  const title = pageTitle(t, handle.page, subject)
  const description = subject?.description || t(`${handle.page}.description`)
  const bare = barePath(pathname) + (subject?.query ?? '')
  const canonical = origin + localizedPath(bare, language)
  if (framed) return <title>{title}</title>
  return (
    <>
      <title>{title}</title>
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
