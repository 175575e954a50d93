import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { findChromium } from '../support/chromium'
import { unless } from '../support/left-out'
import { unpackChromium, whyNotPackaged } from '../support/packaged-chromium'

const why = whyNotPackaged()
const lackOfPackaged = why
  ? { tests: 'the Chromium that npm installs', why, command: 'npm test, on Linux on x64' }
  : undefined

describe('The browser of the tests is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function executable(name: string): string {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '', { mode: 0o755 })
    return file
  }
  const onPath = executable('bin/chromium')
  const playwrights = executable('playwright/chrome')
  const nowhere = join(folder, 'nowhere')
  const find = async (environment: Record<string, string>, own = playwrights) =>
    (await findChromium({ NODE_ENV: 'test', ...environment }, ['chromium'], own)).executablePath

  test('the one that CHROMIUM_PATH names, before any other', async () => {
    const environment = { CHROMIUM_PATH: '/opt/mine', PATH: join(folder, 'bin') }
    expect(await find(environment)).toBe('/opt/mine')
  })

  test('one on the PATH, before Playwright’s own', async () => {
    expect(await find({ PATH: `${nowhere}:${join(folder, 'bin')}` })).toBe(onPath)
  })

  test('Playwright’s own, before the one that npm has installed', async () => {
    expect(await find({ PATH: nowhere })).toBe(playwrights)
  })

  test(
    'the one that npm has installed, where there is no other',
    unless(lackOfPackaged),
    async () => {
      const environment = { NODE_ENV: 'test', PATH: nowhere } as const
      const { executablePath, env } = await findChromium(environment, ['chromium'], nowhere)
      const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
      const page = await browser.newPage()
      await page.setContent('<title>Open</title>')
      expect(await page.title()).toBe('Open')
      await browser.close()
    },
  )

  test(
    'unpacked once, however many ask for it at the same time',
    unless(lackOfPackaged),
    async () => {
      const cache = join(folder, 'cache', 'chromium')
      const asked = await Promise.all([unpackChromium(cache), unpackChromium(cache)])
      expect(new Set(asked.map(({ executablePath }) => executablePath)).size).toBe(1)
      expect(readdirSync(join(folder, 'cache'))).toEqual(['chromium'])
    },
  )
})
