import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { Document } from './components/document'
import { ErrorHead, ErrorPage } from './components/error-page'
import { Head } from './components/head'
import { usePageHandle, useServedPage } from './components/page'
import type { RootData } from './components/session'
import { SiteLayout } from './components/site-layout'
import { readSession } from './http/session.server'
import { useLanguage } from './i18n/language'

/** What every page knows: where it lives and who looks at it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const session = await readSession(context, request)
  return {
    origin: context.config.publicOrigin,
    user: session
      ? {
          uid: session.user.uid,
          email: session.user.email,
          displayName: session.user.displayName,
          photoURL: session.user.photoURL,
          lastLoginAt: session.lastLoginAt.toISOString(),
          providerData: session.user.providerData,
        }
      : null,
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const { css, nonce, ships } = useServedPage()
  const handle = usePageHandle()
  const data = useRouteLoaderData('root') as RootData | undefined
  const error = useRouteError()
  return (
    <Document
      language={language}
      css={css}
      head={
        error == null && handle && data ? (
          <Head handle={handle} origin={data.origin} />
        ) : (
          <ErrorHead error={error} />
        )
      }
    >
      {children}
      {ships === 'app' && (
        <>
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </>
      )}
    </Document>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <SiteLayout>
      <ErrorPage error={error} />
    </SiteLayout>
  )
}
