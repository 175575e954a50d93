import { useLocation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { LanguageSwitch } from '~/components/site/language-switch'
import { NoticeBanner } from '~/components/site/notice'
import { useServedPage } from '~/components/site/page'
import { PageShell, SiteLayout } from '~/components/site/site-layout'
import { languages, spoken } from '~/domain/text/languages'
import { barePath, localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ShownDesk } from './desk.server'
import { DeskLinks } from './desk-links'

interface Layout {
  desk: ShownDesk | null
  /** Whether it shows a conversation, which is as high as the window. */
  fills: boolean
  children: ReactNode
}

export function ChatLayout(layout: Layout) {
  const { desk, fills, children } = layout
  const { framed } = useServedPage()
  if (framed) return <FramedLayout {...layout} />
  if (!desk || desk.ofSite) return <SiteLayout fills={fills}>{children}</SiteLayout>
  return (
    <PageShell fills={fills} header={<DeskHeader desk={desk} />} footer={<DeskLinks desk={desk} />}>
      {children}
    </PageShell>
  )
}

function DeskHeader({ desk }: { desk: ShownDesk }) {
  const { t } = useTranslation()
  const home = localizedPath(`/chat?desk=${desk.publicKey}`, useLanguage())
  return (
    <>
      <a className="brand" href={home}>
        {desk.name || t('counter:unnamed')}
      </a>{' '}
      <LanguageSwitch />
    </>
  )
}

/** The empty frame at its end signals to app/browser/embed.ts that the page has loaded. */
function FramedLayout({ desk, fills, children }: Layout) {
  const { t } = useTranslation()
  const { framed } = useServedPage()
  return (
    <main className={fills ? 'framed fills' : 'framed'} id="main">
      <NoticeBanner />
      {children}
      {children && (
        <p className="quiet foot">
          <OtherLanguages />
          {desk && <DeskLinks desk={desk} />}
        </p>
      )}
      {framed?.script && (
        <>
          <button id="close" hidden aria-label={t('chat:closeFrame')}>
            ×
          </button>
          <script
            defer
            id="framed"
            src={framed.script}
            data-sites={framed.sites.join(' ')}
            data-desk={desk?.publicKey}
          />
        </>
      )}
      {/* biome-ignore lint/a11y/useIframeTitle: hidden, so out of the accessibility tree */}
      {desk && <iframe hidden />}
    </main>
  )
}

/** The surrounding page chooses the language; these links are for visitors whom it does not fit. */
function OtherLanguages() {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  const others = languages.filter((language) => language !== current)
  return others.map((other) => (
    <Fragment key={other}>
      <a href={localizedPath(barePath(pathname), other) + search} lang={other}>
        {spoken[other].name}
      </a>{' '}
    </Fragment>
  ))
}
