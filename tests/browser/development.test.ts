import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { freePort, startProcess, waitUntilReady } from '../../development/app-process'
import { demoOwner } from '../../development/demo-owner'

test('In development React draws a page of the desk that listens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'development-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  }
  delete environment.VITEST
  const app = startProcess(['--import', 'tsx', 'development/start.ts'], environment)
  const browser = await chromium.connect(inject('browser'))
  try {
    await waitUntilReady(`${origin}/readyz`, 120_000)
    const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
    context.setDefaultTimeout(90_000)
    const page = await context.newPage()
    await page.goto('/login')
    await page.locator('input[name=email]').fill(demoOwner.email)
    await page.locator('input[name=password]').fill(demoOwner.password)
    await page.locator('input[name=password]').press('Enter')
    await page.waitForURL('**/dashboard')
    await page.goto('/dashboard/tickets')
    // Vite loads the page anew when it comes upon another package: each answer may be its last.
    const listening = () =>
      page
        .locator('main form.search')
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__reactProps')))
    await expect.poll(() => listening().catch(() => false)).toBe(true)
  } finally {
    await browser.close()
    await app.stop(30_000)
    rmSync(folder, { recursive: true })
  }
})
