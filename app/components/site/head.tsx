import { useLocation } from '@remix-run/react'
import type { TFunction } from 'i18next'
import type { SiteIdentity } from '~/domain/site/identity'
import { type Language, languages, spoken } from '~/domain/text/languages'
import { alternates, barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { useIsFirstPage } from './first-page'
import {
  type PageHandle,
  type PagePicture,
  pageTitle,
  tabTitle,
  usePageDetails,
  useServedPage,
} from './page'
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
          <Card picture={subject?.picture ?? usualPicture(site, t)} origin={origin} />
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

/** The picture of a link to the page; only a logo is small. */
function Card({ picture, origin }: { picture: PagePicture; origin: string }) {
  const { address, alt, small } = picture
  return (
    <>
      <meta property="og:image" content={origin + address} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content={small ? 'summary' : 'summary_large_image'} />
    </>
  )
}

/** The site's logo, or a bell in its place; with our name only while the site has none. */
function usualPicture({ mark, named, name }: SiteIdentity, t: TFunction): PagePicture {
  return mark || named
    ? { address: mark ?? '/bell.png', alt: name, small: true }
    : { address: '/card.png', alt: t('layout:cardAlt') }
}

function openGraphLocale(language: Language): string {
  return spoken[language].locale.replace('-', '_')
}
