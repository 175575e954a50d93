import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else's site: another origin than ours, and another site too, as localhost is no address. */
export interface HostSite {
  origin: string
  /** Puts the snippet of a desk into its page, or, once that is asked for, its chat in a plain frame. */
  embed(deskOrigin: string, key: string): void
  close(): Promise<void>
}

/**
 * Serves one page, in the `lang` and `scheme` (light, dark) of its query, under a policy that allows
 * what a desk needs and nothing else. With `frame` it has a frame of its own in place of the snippet,
 * with that as its `sandbox` unless it is empty; with `late` it has the script without the link.
 */
export async function openHostSite(): Promise<HostSite> {
  let desk = ''
  let snippet = ''
  let chat = ''
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://host').searchParams
    const [lang, scheme] = [query.get('lang') ?? 'en', query.get('scheme') ?? 'light']
    const frame = query.get('frame')
    const shown = query.has('late') ? snippet.replace(/<p>.*<\/p>/, '') : snippet
    const sandbox = frame ? `sandbox="${frame}"` : ''
    const plain = `<iframe title="Chat" width="400" height="600" ${sandbox} src="${chat}"></iframe>`
    const policy = `default-src 'none'; script-src ${desk}; frame-src ${desk}; style-src ${desk}`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', policy)
    response.end(
      `<!doctype html><html lang="${lang}"><meta name="color-scheme" content="${scheme}">` +
        `<title>A shop</title><h1>A shop</h1>${frame === null ? shown : plain}`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    embed(deskOrigin, key) {
      desk = deskOrigin
      chat = `${desk}/chat?desk=${key}`
      snippet =
        `<p><a href="${chat}">Ask</a></p>` +
        `<script async src="${desk}/embed.js?desk=${key}"></script>`
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
