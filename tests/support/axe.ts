import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'

/**
 * Puts axe into every document from now on. It has half a megabyte, which the browser gets once and not
 * for each page.
 */
export async function addAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    path: createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  })
}

/** What axe finds wrong with a page as it is drawn: the rule, and where it is broken. */
export interface Violation {
  id: string
  targets: string[]
  html: string
}

/** Runs axe in a visitor's page that has it, with those of its frames that it may reach. */
export async function findViolations(page: Page): Promise<Violation[]> {
  return page.evaluate(async () => {
    const { axe } = window as Window & typeof globalThis & { axe: typeof import('axe-core') }
    // Describing all that is well takes as long as looking for what is not.
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      targets: nodes.map(({ target }) => target.join(' ')),
      html: nodes[0]?.html ?? '',
    }))
  })
}
