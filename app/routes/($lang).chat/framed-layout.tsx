import { useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { NoticeBanner } from '~/components/site/notice'
import { useServedPage } from '~/components/site/page'
import { languages, spoken } from '~/domain/text/languages'
import { barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'

/** The empty frame at its end shows app/browser/embed.ts that it loaded. */
export function FramedLayout({ missing, children }: { missing: boolean; children: ReactNode }) {
  const { framed } = useServedPage()
  return (
    <main className="framed" id="main">
      <NoticeBanner />
      {children}
      <OtherLanguages />
      {framed?.script && (
        <script defer id="framed" src={framed.script} data-sites={framed.sites.join(' ')} />
      )}
      {/* biome-ignore lint/a11y/useIframeTitle: hidden, so out of the accessibility tree */}
      {!missing && <iframe hidden />}
    </main>
  )
}

/** The surrounding page chooses the language; these links are for visitors whom it does not fit. */
function OtherLanguages() {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  const others = languages.filter((language) => language !== current)
  return (
    <p className="quiet">
      {others.map((other, place) => (
        <Fragment key={other}>
          {place > 0 && ' · '}
          <a href={localizedPath(barePath(pathname), other) + search} lang={other}>
            {spoken[other].name}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
