import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Half a megabyte. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page as it is drawn: the rule, and where it is broken. */
export interface Violation {
  id: string
  targets: string[]
  html: string
}

/** Runs axe in a page that allows its script (`bypassCSP`), with those of its frames that it may reach. */
export async function findViolations(page: Page): Promise<Violation[]> {
  for (const frame of page.frames()) {
    // It stays until the next document.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  }
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
