import { useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { NoticeBanner } from '~/components/site/notice'
import { useServedPage } from '~/components/site/page'
import { languages, spoken } from '~/domain/text/languages'
import { barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'

/**
 * The page in a frame on another site: the chat alone. It ends with an empty frame, by which
 * app/browser/embed.ts can tell that there is a chat.
 */
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

/** Plain links: the page around the frame decides the language, and these are for whom it does not fit. */
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
