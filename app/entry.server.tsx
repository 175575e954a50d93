import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import wordAddresses from 'virtual:word-addresses'
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { isPageHandle, type PageHandle, ServedPageContext } from './components/site/page'
import { languageOfPath } from './i18n/addresses'
import { TranslationProvider } from './i18n/translation'
import { translations } from './i18n/translation.server'
import { servedPage } from './server/responses/served-page'

/** Milliseconds in which the promises of loaders have to settle. */
export const streamTimeout = 5_000

const errorHandle: Omit<PageHandle, 'page'> = { stylesheet: 'plain', scripts: 'none' }

/** Responds with the whole page, including what its loaders promised. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const { pathname } = new URL(request.url)
  const words = translations(languageOfPath(pathname))
  const { actionData, loaderData, matches } = remixContext.staticHandlerContext
  const { page, headers: own } = await servedPage({
    handle: pageHandle(remixContext) ?? errorHandle,
    data: loaderData[matches.at(-1)?.route.id ?? ''],
    root: loaderData.root,
    answer: Object.values(actionData ?? {})[0],
    request,
    context,
    t: words.t,
  })
  const { hydrates } = page
  // A document has no use for the data that hydrates.
  const served = hydrates ? remixContext : { ...remixContext, serverHandoffStream: undefined }
  await context.pageTick()
  const html = await render(
    <TranslationProvider value={words}>
      <ServedPageContext.Provider value={page}>
        <RemixServer context={served} url={request.url} nonce={context.nonce} />
      </ServedPageContext.Provider>
    </TranslationProvider>,
    (error) => handleError(error, { request, context }),
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (hydrates) headers.set('Link', wordLinks(remixContext, pathname))
  return new Response(html, { status, headers })
}

/** With the number that the page shows. A missing page is no error. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs | ActionFunctionArgs, 'request' | 'context'>,
) {
  const foreseen = isRouteErrorResponse(error) && error.status < 500
  if (!foreseen && !request.signal.aborted) context.fail(error)
}

/** Rejects if the page itself cannot be rendered; a part within `<Suspense>` may fail by itself. */
function render(app: ReactElement, report: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let shellRendered = false
    const { pipe, abort } = renderToPipeableStream(app, {
      onShellReady() {
        shellRendered = true
      },
      onAllReady() {
        clearTimeout(timer)
        resolve(text(pipe(new PassThrough())).then(withoutNulls))
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError(error) {
        // Remix reports the error of a shell.
        if (shellRendered) report(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/**
 * React 18 leaves NULs where a multi-byte letter crosses the boundary of a 2,048-byte chunk
 * (https://github.com/facebook/react/issues/24985); valid HTML has none.
 */
function withoutNulls(html: string): string {
  return html.replaceAll('\0', '')
}

/** Undefined where an error took the page's place. */
function pageHandle({ staticHandlerContext, routeModules }: EntryContext): PageHandle | undefined {
  const { errors, matches } = staticHandlerContext
  if (errors) return undefined
  return matches.map(({ route }) => routeModules[route.id]?.handle).findLast(isPageHandle)
}

/** The page's words, which its modules would ask for only once they run, a round trip later. */
function wordLinks({ staticHandlerContext }: EntryContext, pathname: string): string {
  const addresses = wordAddresses[languageOfPath(pathname)]
  return staticHandlerContext.matches
    .flatMap(({ route }) => addresses?.[route.id] ?? [])
    .map((address) => `<${address}>; rel=modulepreload`)
    .join(', ')
}
