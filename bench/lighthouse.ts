import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '../development/app-process'
import { findChromium } from '../tests/support/chromium'
import { legalFile } from '../tests/support/legal'
import { writeDesk } from './growth-desk'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import { makeFolder, openTestServer, percentile } from './test-server'

/** Fetched by npx when asked for: 185 MB would more than double the installation of everybody else. */
const version = '12.8.2'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = { categories: Record<(typeof categories)[number], { score: number | null }> }

/** Lighthouse's mobile scores, of 100, from the production build. */
export async function lighthouse({ quick }: Effort): Promise<Findings> {
  const visits = quick ? 1 : 3
  const { folder, remove } = await makeFolder()
  writeDesk(folder, 1_000, new Date())
  const { cookie } = await signIn(folder, new Date())
  // A document's canonical address names the port.
  const server = await openTestServer(folder, await freePort(), { LEGAL: legalFile(folder) })
  const documents = { home: '/', shop: '/shop', chat: '/chat', login: '/login', German: '/de' }
  const pages: [string, string, string?][] = [
    ...Object.entries(documents),
    ['dashboard', '/dashboard', cookie],
    ['tickets', '/dashboard/tickets', cookie],
  ]
  const asked = quick ? pages.filter(([name]) => name === 'dashboard') : pages
  const lines = [`  ${''.padEnd(10)}${categories.map((name) => name.padStart(16)).join('')}`]
  const figures: Record<string, number> = {}
  for (const [name, path, signedIn] of asked) {
    const visitPage = () => examine(server.origin + path, signedIn)
    const seen: number[][] = []
    // Now and then Chromium's trace lacks its beginning, and Lighthouse says to run it again.
    for (let visit = 0; visit < visits; visit += 1) seen.push(await visitPage().catch(visitPage))
    const scores = categories.map((_, index) =>
      percentile(
        seen.map((all) => all[index] ?? 0),
        50,
      ),
    )
    lines.push(`  ${name.padEnd(10)}${scores.map((score) => `${score}`.padStart(16)).join('')}`)
    for (const [index, each] of categories.entries())
      figures[`${name}, ${each}`] = scores[index] ?? 0
  }
  await server.stop()
  await remove()
  lines.push(`  Lighthouse ${version}, mobile; the median of ${visits} visits a page.`)
  return { lines, figures }
}

/** The scores by category. */
async function examine(address: string, cookie?: string): Promise<number[]> {
  const { executablePath, env = process.env } = await findChromium(process.env)
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', `lighthouse@${version}`, address, '--output=json', '--quiet'],
      ...['--chrome-flags=--headless --no-sandbox', `--only-categories=${categories}`],
      ...(cookie ? ['--extra-headers', JSON.stringify({ Cookie: cookie })] : []),
    ],
    {
      env: { ...env, CHROME_PATH: executablePath },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const report: Report = JSON.parse(stdout)
  return categories.map((each) => Math.round((report.categories[each].score ?? 0) * 100))
}
