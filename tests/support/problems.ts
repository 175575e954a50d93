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
    // Preact says nothing where it draws something else than the server did. Each part of a page hydrates
    // in a turn of its own (own-turn.tsx); what effects change, in a microtask after it, is not meant.
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
    let turns = 0
    /** How much is queued that draws: the first part of a page is drawn in its turn itself. */
    let redraws = 0
    const { MessageChannel, queueMicrotask } = window
    window.MessageChannel = class extends MessageChannel {
      constructor() {
        super()
        this.port1.addEventListener('message', () => {
          // Nothing hydrates in later ones.
          if (turns > 1) return
          served = shown()
          redraws = turns
          turns += 1
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            served = []
          }
          port2.postMessage(null)
        })
      }
    }
    window.queueMicrotask = (work) =>
      queueMicrotask(() => {
        if (redraws > 0) redraws -= 1
        else {
          const drawn = served.length > 0 ? shown() : []
          const at = served.findIndex((part, index) => part !== drawn[index])
          if (at >= 0) console.error(`The server drew ${served[at]}, the browser ${drawn[at]}`)
          served = []
        }
        work()
      })
  })
  return problems
}
