import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import captchaScript from 'virtual:browser/captcha'
import chat from 'virtual:browser/chat'
import chunkReload from 'virtual:browser/chunk-reload'
import framedScript from 'virtual:browser/framed'
import google from 'virtual:browser/google'
import test from 'virtual:browser/test'
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { TranslationProvider } from '~/i18n/translation'
import {
  isPageHandle,
  type PageHandle,
  type ScriptName,
  type ServedPage,
  ServedPageContext,
} from './components/site/page'
import type { RootData } from './components/site/session'
import { photoOf } from './domain/files/photos'
import { contentPolicy } from './http/responses/content-policy.server'
import { captchaSources } from './http/sessions/captcha.server'
import { popupSources } from './http/sessions/google-popup.server'
import { paymentOrigins } from './http/shop/order-payment.server'
import { languageOfPath } from './i18n/addresses'
import { translations } from './i18n/translation.server'
import { sheetWith } from './styles/sheets.server'

const scripts: Record<ScriptName, { url: string }> = {
  // Under an address that other sites can name.
  embed: { url: '/embed.js' },
  chat,
  google,
  test,
}

/** What an error page is made of: it belongs to no route. */
const errorHandle: Omit<PageHandle, 'page'> = { sheet: 'plain', ships: 'document' }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const url = new URL(request.url)
  const handle = pageHandle(remixContext) ?? errorHandle
  // Whoever asks to save data gets every page as a document: all of them work without scripts.
  const saving = request.headers.get('Save-Data') === 'on'
  const ships = saving ? 'document' : handle.ships
  const script = typeof ships === 'object' ? ships.script : undefined
  const popup = script === 'google' ? popupSources(context.config.identity) : undefined
  const { captcha: demand } = context.services
  // Whoever is at the desk came by the login page, which has asked; the desk need not wait for it.
  const asked = handle.captcha && !saving
  const siteKey = asked ? await demand.siteKey(context.now()) : demand.known()
  const captcha =
    siteKey && (asked || ships === 'app') ? { siteKey, script: captchaScript.url } : undefined
  const embed = handle.embed?.(pageData(remixContext))
  const framed = embed && request.headers.get('Sec-Fetch-Dest') === 'iframe'
  const sheet = sheetWith(framed ? embed.sheet : handle.sheet, embed?.look)
  const part = handle.part !== undefined && url.searchParams.has(handle.part)
  const page: ServedPage = {
    css: part ? '' : sheet.css,
    nonce: context.nonce,
    requestId: context.requestId,
    ships,
    guard: ships === 'app' ? chunkReload.code : undefined,
    script: script && scripts[script].url,
    captcha,
    framed: framed ? { script: script && framedScript.url, sites: embed.origins } : undefined,
  }
  const app = (
    <TranslationProvider value={translations(languageOfPath(url.pathname))}>
      <ServedPageContext.Provider value={page}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </ServedPageContext.Provider>
    </TranslationProvider>
  )
  // A document has nothing to wait for; what hydrates needs its data behind its HTML, and parts that
  // come late to the browser. Where React streams it writes the doctype itself.
  const html =
    handle.ships === 'app'
      ? await renderWithData(app, context.nonce)
      : `<!doctype html>${asDocument(renderToString(app))}`
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    contentPolicy(
      {
        ships: ships === 'app' ? 'app' : script || captcha ? 'script' : 'document',
        nonce: context.nonce,
        styleHash: sheet.hash,
        frames: handle.frames,
        foreign: [popup ?? [], captcha ? captchaSources : []].flat(),
        formsLeadTo: [
          ...(handle.formsLeadTo ?? []),
          ...(handle.pays ? paymentOrigins(context.config) : []),
        ],
        framedBy: embed?.origins,
        pictures: handle.ships === 'app' ? photoOrigin(remixContext, context) : undefined,
      },
      context.config.mode,
    ),
  )
  // Where the browser can, it follows a link of a document when a pointer comes to rest on it.
  if (ships !== 'app' && !saving) headers.set('Speculation-Rules', '"/speculation-rules.json"')
  // The window of the sign-in reports back to the page that opened it.
  if (popup) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  return new Response(html, { status, headers })
}

/**
 * What a loader or an action did not foresee: the page shows the number, the log the reason. That
 * there is no such page, or that it takes no forms, was foreseen.
 */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) {
  const foreseen = isRouteErrorResponse(error) && error.status < 500
  if (!foreseen && !request.signal.aborted) context.fail(error)
}

/** The innermost page's handle, unless an error took the page's place. */
function pageHandle({ staticHandlerContext, routeModules }: EntryContext): PageHandle | undefined {
  if (staticHandlerContext.errors) return undefined
  return staticHandlerContext.matches
    .map(({ route }) => routeModules[route.id]?.handle)
    .findLast(isPageHandle)
}

/** What the page on show has read. */
function pageData({ staticHandlerContext }: EntryContext): unknown {
  return staticHandlerContext.loaderData[staticHandlerContext.matches.at(-1)?.route.id ?? '']
}

/** Where the photo of whoever is signed in comes from: any page of the app may come to show it. */
function photoOrigin(
  { staticHandlerContext }: EntryContext,
  { config }: AppLoadContext,
): string | undefined {
  const root: RootData | undefined = staticHandlerContext.loaderData.root
  const photo = root?.user && photoOf(root.user, config.avatarUrl)
  return photo ? new URL(photo).origin : undefined
}

function renderWithData(app: ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(app, {
      nonce,
      onAllReady: () => text(pipe(new PassThrough())).then(asDocument).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    })
  })
}

/**
 * What React streams, as one sound document. React 18 leaves zeros where a letter of several bytes
 * does not fit into the rest of a piece of 2,048 bytes (https://github.com/facebook/react/issues/24985);
 * no HTML has a zero of its own. What comes late stands behind the end, where a parser finds an error
 * and puts it at the end of the body; the marks around it are for nobody, as Remix hydrates no such part.
 */
function asDocument(html: string): string {
  const end = '</body></html>'
  const [page = '', late = ''] = html.replaceAll('\0', '').split(end)
  return page + late.replace(/<!--\/?\$-->/g, '') + end
}
