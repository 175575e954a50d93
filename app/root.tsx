import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/node'
import {
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { applyLanguageChoice } from './browser/language/stored-choice'
import { CaptchaScript } from './components/forms/captcha'
import { TypedBefore } from './components/forms/typed-before'
import { Document, hydratedId, Script } from './components/site/document'
import { ErrorHead, ErrorPage, errorTitle } from './components/site/error-page'
import { Head } from './components/site/head'
import { usePageHandle, useServedPage, type WordsHandle } from './components/site/page'
import { type RootData, type SignedInUser, useSite } from './components/site/session'
import { useSessionTabs } from './components/site/session-tabs'
import { SiteLayout } from './components/site/site-layout'
import type { Session } from './domain/accounts/sessions'
import { iconOf } from './domain/site/identity'
import { cartCount } from './http/cookies/cart.server'
import { noticeText, takeFlash } from './http/cookies/flash.server'
import { mayUndo } from './http/forms/undo.server'
import { takeUnsent } from './http/forms/unsent.server'
import { withoutUndefined } from './http/responses/page-data.server'
import { sendsAccountMail, sendsLetters } from './http/sessions/account-mail.server'
import { readSession } from './http/sessions/session.server'
import { joinableBy } from './http/sessions/signup.server'
import { useLanguage } from './i18n/language'
import { useTranslation } from './i18n/translation'
import type { loader as deskLoader } from './routes/($lang).dashboard'

export const handle: WordsHandle = { i18n: ['layout', 'errors', 'dashboard'] }

export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {}

export async function loader({ context }: LoaderFunctionArgs) {
  // Before the notice is taken, which the document is to show.
  if (context.needsDocument) throw redirectDocument(context.path)
  const [session, site] = await Promise.all([readSession(context), context.siteIdentity()])
  const flash = await takeFlash(context, (undo) => mayUndo(undo, session, context))
  const unsent = session && (await takeUnsent(context, session.user.uid))
  const page: RootData = {
    origin: context.config.publicOrigin,
    site: withoutUndefined(site),
    user: session ? sessionUser(session) : null,
    joinable: await joinableBy(context),
    cart: cartCount(context),
    sendsNoMail: sendsAccountMail(context.config) ? undefined : true,
    sendsNoLetters: sendsLetters(context.config) ? undefined : true,
    notice: unsent
      ? { text: noticeText(context, 'givenBack'), at: context.now().getTime(), stays: true }
      : flash
        ? { text: flash.text, at: flash.at, undo: flash.undo }
        : null,
    unsent: unsent?.answer,
  }
  const cookies = [flash?.clear, unsent?.clear].flatMap((clear): [string, string][] =>
    clear ? [['Set-Cookie', clear]] : [],
  )
  return data(withoutUndefined(page), cookies.length > 0 ? { headers: cookies } : undefined)
}

function sessionUser({ user, lastLoginAt }: Session): SignedInUser {
  const { uid, email, displayName, photoURL, providerData } = user
  return { uid, email, displayName, photoURL, lastLoginAt: lastLoginAt.toISOString(), providerData }
}

/**
 * The server writes the document. React hydrates one element in it, and so never meets what a reader's
 * extensions add to head and body (https://github.com/remix-run/remix/issues/4822).
 */
export function Layout({ children }: { children: ReactNode }) {
  return import.meta.env.SSR ? (
    <ServedDocument>{children}</ServedDocument>
  ) : (
    <HydratedPart>{children}</HydratedPart>
  )
}

function HydratedPart({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { nonce } = useServedPage()
  const error = useRouteError()
  useEffect(() => {
    if (error != null) document.title = errorTitle(error, t)
  }, [error, t])
  return (
    <>
      {children}
      <ScrollRestoration nonce={nonce} />
    </>
  )
}

function ServedDocument({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const { styles, nonce, hydrates, guards, framed, visited } = useServedPage()
  const handle = usePageHandle()
  const root = useRouteLoaderData('root') as RootData | undefined
  const desk = useRouteLoaderData<typeof deskLoader>('routes/($lang).dashboard')
  const error = useRouteError()
  const site = useSite()
  return (
    <Document
      language={language}
      styles={styles}
      framed={framed !== undefined}
      icon={desk?.counts?.open ? '/icon-waiting.svg' : iconOf(site)}
      head={
        error == null && handle && root ? (
          <Head handle={handle} origin={root.origin} waiting={desk?.counts?.open} />
        ) : (
          <ErrorHead error={error} />
        )
      }
    >
      {hydrates ? (
        <>
          <div id={hydratedId}>
            {children}
            <ScrollRestoration nonce={nonce} />
          </div>
          {/* Behind all that one sees, and before the scripts that they guard. */}
          {guards.map((code) => (
            <Script key={code} code={code} nonce={nonce} />
          ))}
          <Scripts nonce={nonce} />
          <CaptchaScript />
        </>
      ) : (
        <>
          {children}
          {visited && <script type="module" src={visited} />}
        </>
      )}
    </Document>
  )
}

export default function App() {
  useSessionTabs()
  useEffect(() => void applyLanguageChoice(), [])
  return (
    <TypedBefore>
      <Outlet />
    </TypedBefore>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <SiteLayout>
      <ErrorPage error={error} />
    </SiteLayout>
  )
}
