import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from '../../development/app-process'
import { appEnvironment, temporaryFolder } from '../support/app'
import { ask, formHeaders } from '../support/ask'
import { hydrated, newEmail, open, signUp } from '../support/browser-server'

const dataDir = temporaryFolder()
let program: ChildProcessByStdio<null, Readable, Readable>
let port: number

/** The Remix CLI, as `npx remix` starts it. */
function remix(command: string, environment: Record<string, string>) {
  return spawn(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', command], {
    env: { ...environment, NO_COLOR: '1', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

beforeAll(async () => {
  port = await freePort()
  const environment = { ...appEnvironment(dataDir), PORT: String(port) }
  program = remix('dev', { ...environment, PUBLIC_ORIGIN: `http://localhost:${port}` })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    program.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('Tresen is open')) resolve()
    })
    program.stderr.on('data', (chunk) => {
      said += chunk
    })
    program.on('exit', () => reject(new Error(`It ended before it was open:\n${said}`)))
  })
  // A cold start compiles everything.
}, 240_000)

afterAll(async () => {
  const ended = once(program, 'exit')
  program.kill()
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

it('names the command that replaces Remix’s own', async () => {
  const build = remix('build', {})
  let said = ''
  build.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(build, 'exit')
  expect(code).toBe(1)
  expect(said).toContain('npm run build')
})

it('has on remix dev the same server in front of the pages', async () => {
  const page = await ask(port, '/de/login')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<html lang="de"')
  expect(page.headers['x-frame-options']).toBe('DENY')
  expect((await ask(port, '/', { headers: { Host: 'evil.example' } })).status).toBe(421)
  expect((await ask(port, '/healthz')).text).toBe('ok\n')
  expect((await ask(port, '/en/login')).headers.location).toBe('/login')
  const foreign = { ...formHeaders(port), Origin: 'https://evil.example' }
  const refused = await ask(port, '/login', { method: 'POST', headers: foreign, body: 'a=b' })
  expect(refused.status).toBe(403)
  const form = { method: 'POST', headers: formHeaders(port), body: 'email=&password=' }
  expect((await ask(port, '/login?import', form)).status).toBe(400)
})

it('leaves Vite’s own addresses to Vite', async () => {
  for (const path of ['/@vite/client', '/app/root.tsx']) {
    const { status, headers } = await ask(port, path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('javascript')
  }
  expect((await ask(port, '/app/nowhere', { method: 'POST' })).status).toBe(404)
})

it('hydrates a page of the desk', async () => {
  const browser = await chromium.connect(inject('browser'))
  const page = await browser.newPage({ baseURL: `http://localhost:${port}` })
  page.setDefaultTimeout(200_000)
  const errors: string[] = []
  await signUp(page, newEmail(), 'en', false)
  // Vite loads pages anew while it finds what they need.
  await open(page, '/dashboard')
  await hydrated(page)
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await open(page, '/dashboard')
  await hydrated(page)
  expect(errors).toEqual([])
  await browser.close()
})
