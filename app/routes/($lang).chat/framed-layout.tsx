import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { NoticeBanner } from '~/components/site/notice'
import { useServedPage } from '~/components/site/page'
import { languageNames } from '~/domain/text/languages'
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
      <OtherLanguage />
      {framed?.script && (
        <script defer id="framed" src={framed.script} data-sites={framed.sites.join(' ')} />
      )}
      {/* biome-ignore lint/a11y/useIframeTitle: hidden, so out of the accessibility tree */}
      {!missing && <iframe hidden />}
    </main>
  )
}

/** A plain link: the page around the frame decides the language, and this is for whom it does not fit. */
function OtherLanguage() {
  const other = useLanguage() === 'de' ? 'en' : 'de'
  const { pathname, search } = useLocation()
  return (
    <p className="quiet">
      <a href={localizedPath(barePath(pathname), other) + search} lang={other}>
        {languageNames[other]}
      </a>
    </p>
  )
}
