import type { Page } from 'playwright-core'

/** What a page complains of, a sentence each, from its next document on. */
export async function watchProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack || error}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // A page that says "no such page" or "wrong password" is meant to.
    if (url === page.url() && message.text().startsWith('Failed to load resource')) return
    if (!['error', 'warning'].includes(message.type())) return
    problems.push(`${page.url()}: ${message.text()} (${url})`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`${violatedDirective} forbids ${blockedURI}`)
    })
    // Preact says nothing where it draws something else than the server did. Apps take over `fetch` before
    // they hydrate; what effects change, in a microtask after it, is not meant.
    const shown = () => {
      const nodes = document.createTreeWalker(
        document,
        NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      )
      const parts = ['']
      while (nodes.nextNode()) {
        const { currentNode } = nodes
        const text = currentNode instanceof Text
        const element = (text ? currentNode.parentElement : currentNode) as Element
        if (element.closest('link, noscript, script, style')) continue
        if (text) parts[parts.length - 1] += currentNode.data
        else parts.push(`<${element.tagName}>`)
      }
      // The parser of HTML leaves out or replaces these.
      return parts.map((part) => part.replace(/[\0\uFFFD]/g, '').replace(/\r\n?/g, '\n'))
    }
    let served: string[] = []
    let { fetch } = window
    Object.defineProperty(window, 'fetch', {
      configurable: true,
      get: () => fetch,
      set(taken) {
        fetch = taken
        served = shown()
      },
    })
    const { queueMicrotask } = window
    window.queueMicrotask = (effects) =>
      queueMicrotask(() => {
        const drawn = served.length > 0 ? shown() : []
        const at = served.findIndex((part, index) => part !== drawn[index])
        if (at >= 0) console.error(`The server drew ${served[at]}, the browser ${drawn[at]}`)
        served = []
        effects()
      })
  })
  return problems
}
