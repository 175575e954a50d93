import type {
  AppLoadContext,
  HeadersFunction,
  LoaderFunctionArgs,
  SerializeFrom,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LanguageSwitch } from '~/components/site/language-switch'
import { type PageHandle, useServedPage } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import type { Desk } from '~/domain/desks/desks'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { launcherIn } from '~/http/desks/launcher.server'
import { needsSession } from '~/http/sessions/access'
import { requireDesk, toLogin } from '~/http/sessions/access.server'
import { readSession } from '~/http/sessions/session.server'
import { localizedPath, withDesk } from '~/i18n/addresses'
import { useAskedDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'sample:page',
  stylesheet: 'home',
  scripts: 'page',
  allows: ['frames'],
}

export const headers: HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

/** One's own desk, or the site's for visitors who choose a language. */
async function deskFor(context: AppLoadContext): Promise<Desk | undefined> {
  const { pathname, searchParams } = context.url
  if (await readSession(context)) return (await requireDesk(context)).desk
  if (needsSession(pathname, searchParams)) throw await toLogin(context)
  return findSiteDesk(context.services)
}

export async function loader({ context }: LoaderFunctionArgs) {
  const desk = await deskFor(context)
  if (!desk) return { publicKey: null }
  const { launcher } = await context.services.embeds.find(desk.id)
  const language = context.language
  return { publicKey: desk.publicKey, launcher: launcherIn(launcher, language) }
}

const works = { check: 4900, brakes: 3900, wheel: 1800, hire: 2200 } as const

/** A stand-in for a customer's site, with the snippet that its owner would copy. */
export default function Sample() {
  const { t } = useTranslation()
  const language = useLanguage()
  const page = useLoaderData<typeof loader>()
  return (
    <div className="other-site">
      <aside className="note">
        <p>{page.publicKey ? t('sample:note') : t('sample:none')}</p>
        <LocalizedLink to={withDesk('/dashboard/embed', useAskedDesk())}>
          {t('sample:back')}
        </LocalizedLink>
        <LanguageSwitch />
      </aside>
      <header>
        <strong>{t('sample:name')}</strong>
        <span>{t('sample:places')}</span>
      </header>
      <main id="main">
        <div className="front">
          <div>
            <h1>{t('sample:heading')}</h1>
            <p>{t('sample:lead')}</p>
            {page.publicKey && <Embedded {...page} />}
          </div>
          <Bicycle />
        </div>
        <h2>{t('sample:works')}</h2>
        <dl>
          {(Object.keys(works) as (keyof typeof works)[]).map((work) => (
            <div key={work}>
              <dt>{t(`sample:work.${work}`)}</dt>
              <dd>{formatMoney(works[work], language)}</dd>
            </div>
          ))}
        </dl>
      </main>
      <footer>
        <p>{t('sample:hours')}</p>
        <p>{t('sample:address')}</p>
      </footer>
      <PageScript />
    </div>
  )
}

function Embedded({
  publicKey,
  launcher,
}: Extract<SerializeFrom<typeof loader>, { publicKey: string }>) {
  const language = useLanguage()
  const { script } = useServedPage()
  return (
    <>
      <p>
        <a href={localizedPath(`/chat?desk=${publicKey}`, language)}>
          <span lang={launcher.language}>{launcher.text}</span>
        </a>
      </p>
      {script && <script async src={`/embed.js?desk=${publicKey}`} />}
    </>
  )
}

function Bicycle() {
  return (
    <svg viewBox="0 0 200 120" aria-hidden="true">
      <circle cx="45" cy="80" r="32" />
      <circle cx="155" cy="80" r="32" />
      <path d="M45 80 75 36h56L98 80H45m30-44 23 44m33-44 24 44m-24-44-4-14h12M68 30h16" />
      <circle cx="98" cy="80" r="7" />
    </svg>
  )
}
