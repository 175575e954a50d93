import type { Page } from 'playwright-core'

/**
 * What a page complains of, a sentence each, from its next document on. React reports there what it
 * renders otherwise than the server did.
 */
export async function watchProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack || error}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // A page that says "no such page" or "wrong password" is meant to.
    if (url === page.url() && message.text().startsWith('Failed to load resource')) return
    if (!['error', 'warning'].includes(message.type())) return
    // The browser refuses a test's own script in the frame of an e-mail, which runs none.
    if (message.text().startsWith("Blocked script execution in 'about:blank'")) return
    problems.push(`${page.url()}: ${message.text()} (${url})`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`${violatedDirective} forbids ${blockedURI}`)
    })
  })
  return problems
}
