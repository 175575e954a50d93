import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import begin from 'virtual:browser/begin'
import captchaScript from 'virtual:browser/captcha'
import chat from 'virtual:browser/chat'
import checkout from 'virtual:browser/checkout'
import chunkReload from 'virtual:browser/chunk-reload'
import framedScript from 'virtual:browser/framed'
import google from 'virtual:browser/google'
import order from 'virtual:browser/order'
import pageScript from 'virtual:browser/page'
import test from 'virtual:browser/test'
import wordAddresses from 'virtual:word-addresses'
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
  ServerBuild,
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
import { type Beginning, drawnResponse } from './http/responses/drawn.server'
import { captchaSources } from './http/sessions/captcha.server'
import { popupSources } from './http/sessions/google-popup.server'
import { paymentOrigins } from './http/shop/order-payment.server'
import { languageOfPath } from './i18n/addresses'
import { translations } from './i18n/translation.server'
import { type Sheet, sheetWith } from './styles/sheets.server'

const scripts: Record<ScriptName, { url: string }> = {
  begin,
  chat,
  checkout,
  google,
  order,
  page: pageScript,
  test,
}

const end = '</body></html>'
const errorHandle: Omit<PageHandle, 'page'> = { sheet: 'plain', ships: 'document' }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const url = new URL(request.url)
  const { staticHandlerContext, routeModules } = remixContext
  const handle = pageHandle(staticHandlerContext, (id) => routeModules[id]) ?? errorHandle
  // With Save-Data every page is a document: all of them work without scripts.
  const saving = request.headers.get('Save-Data') === 'on'
  const ships = saving ? 'document' : handle.ships
  const own = typeof ships === 'object' ? ships.script : undefined
  const script = saving ? undefined : (handle.script?.(pageData(remixContext)) ?? own)
  const popup = script === 'google' ? popupSources(context.config.identity) : undefined
  const { captcha: demand } = context.services
  // Everybody at the desk came through the login page, which asked; the desk need not wait.
  const asked = handle.captcha && !saving
  const siteKey = asked ? await demand.siteKey(context.now()) : demand.known()
  const captcha =
    siteKey && (asked || ships === 'app') ? { siteKey, script: captchaScript.url } : undefined
  const embed = handle.embed?.(pageData(remixContext))
  const framed = embed && request.headers.get('Sec-Fetch-Dest') === 'iframe'
  const worn = handle.worn?.(pageData(remixContext)) ?? handle.sheet
  const sheet = sheetWith(framed ? embed.sheet : worn, embed?.look)
  const part = handle.part !== undefined && url.searchParams.has(handle.part)
  const page: ServedPage = {
    // Nine tenths of what React would carry along and join: put in where it has drawn a space.
    css: part ? '' : ' ',
    nonce: context.nonce,
    requestId: context.requestId,
    ships,
    guard: chunkReload.code,
    script: script && scripts[script].url,
    captcha,
    framed: framed ? { script: script && framedScript.url, sites: embed.origins } : undefined,
  }
  const { serverHandoffStream } = remixContext
  const data =
    serverHandoffStream && ships === 'app'
      ? wordLinks(remixContext, url) + dataScript(await encoded(serverHandoffStream), context.nonce)
      : ''
  // Drawn by Remix, each of its pieces would come behind the end of the page, in a turn of its own.
  remixContext.serverHandoffStream = undefined
  const app = (
    <TranslationProvider value={translations(languageOfPath(url.pathname))}>
      <ServedPageContext.Provider value={page}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </ServedPageContext.Provider>
    </TranslationProvider>
  )
  const html = await drawn(app)
  const style = html.indexOf(' </style>')
  const head = `<!doctype html>${html.slice(0, Math.max(0, style))}`
  const behind = [html.slice(style < 0 ? 0 : style + ' </style'.length, -end.length), data + end]
  const whole =
    style >= 0 && ships === 'app'
      ? { beginning: beginningOf(head, sheet), rest: behind }
      : { rest: style < 0 ? [head, ...behind] : [head, sheet.css, '</style', ...behind] }
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
  // Prefetches a document's links when a pointer rests on them.
  if (ships !== 'app' && !saving) headers.set('Speculation-Rules', '"/speculation-rules.json"')
  // The sign-in popup reports back to the page that opened it.
  if (popup) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  return drawnResponse(whole, { status, headers })
}

/** With the number that the page shows. A missing page is no error. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) {
  const foreseen = isRouteErrorResponse(error) && error.status < 500
  if (!foreseen && !request.signal.aborted) context.fail(error)
}

/** Whether a page takes its data with it; see vite/mended-remix.ts. */
export function hydrates(asked: Asked, routes: ServerBuild['routes']): boolean {
  return pageHandle(asked, (id) => routes[id]?.module)?.ships === 'app'
}

type Asked = EntryContext['staticHandlerContext']

/** Undefined where an error took the page's place. */
function pageHandle(
  { errors, matches }: Asked,
  moduleOf: (id: string) => { handle?: unknown } | undefined,
): PageHandle | undefined {
  if (errors) return undefined
  return matches.map(({ route }) => moduleOf(route.id)?.handle).findLast(isPageHandle)
}

function pageData({ staticHandlerContext }: EntryContext): unknown {
  return staticHandlerContext.loaderData[staticHandlerContext.matches.at(-1)?.route.id ?? '']
}

/** The origin of the signed-in person's photo: any page of the app may come to show it. */
function photoOrigin(
  { staticHandlerContext }: EntryContext,
  { config }: AppLoadContext,
): string | undefined {
  const root: RootData | undefined = staticHandlerContext.loaderData.root
  const photo = root?.user && photoOf(root.user, config.avatarUrl)
  return photo ? new URL(photo).origin : undefined
}

/** The page's words, which its modules ask for only once they run, a round trip after they came. */
function wordLinks({ staticHandlerContext }: EntryContext, { pathname }: URL): string {
  const addresses = wordAddresses[languageOfPath(pathname)]
  return staticHandlerContext.matches
    .flatMap(({ route }) => addresses?.[route.id] ?? [])
    .map((address) => `<link rel="modulepreload" href="${address}"/>`)
    .join('')
}

/** Hands the data over to what hydrates. */
function dataScript(data: string, nonce: string): string {
  const taker = 'window.__remixContext.streamController'
  const literal = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script nonce="${nonce}">${taker}.enqueue(${literal});${taker}.close()</script>`
}

/** A text where it was built; see vite/mended-remix.ts. */
function encoded(data: unknown): string | Promise<string> {
  return typeof data === 'string' ? data : text(data as ReadableStream)
}

const beginnings = new WeakMap<Sheet, Map<string, Beginning>>()

/** Up to the end of the style: for pages of the desk, whose heads say nothing of anybody. */
function beginningOf(head: string, sheet: Sheet): Beginning {
  const known = beginnings.get(sheet) ?? new Map<string, Beginning>()
  beginnings.set(sheet, known)
  const made = known.get(head) ?? { bytes: Buffer.from(`${head}${sheet.css}</style`) }
  known.set(head, made)
  return made
}

/** In one go; where it leaves out a part that is still being loaded (`$!`), React has to wait. */
async function drawn(app: ReactElement): Promise<string> {
  const html = renderToString(app)
  return html.includes('<!--$!-->') ? streamed(app) : html
}

/**
 * React 18 leaves NULs where a multi-byte letter crosses the boundary of a 2,048-byte chunk
 * (https://github.com/facebook/react/issues/24985); valid HTML has none.
 */
async function streamed(app: ReactElement): Promise<string> {
  const page = new PassThrough()
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(app, {
      onAllReady: () => resolve(void pipe(page)),
      onShellError: reject,
      onError: reject,
    })
  })
  return (await text(page)).replace(/^<!DOCTYPE html>|\0/g, '')
}
