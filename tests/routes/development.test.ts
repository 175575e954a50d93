import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appEnvironment, temporaryFolder } from '../server/app'
import { ask, formHeaders } from '../server/ask'

const dataDir = temporaryFolder()
let program: ChildProcessByStdio<null, Readable, null>
let port: number

beforeAll(async () => {
  const environment: Record<string, string> = { ...appEnvironment(dataDir), NO_COLOR: '1' }
  // Vite's port is known only when it is open.
  delete environment.PUBLIC_ORIGIN
  program = spawn(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev'], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  port = await new Promise<number>((resolve, reject) => {
    program.stdout.on('data', (chunk) => {
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk)) ?? []
      if (found) resolve(Number(found))
    })
    program.stdout.on('end', () => reject(new Error('Vite ended before it was open')))
  })
})

afterAll(() => {
  program.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

it('has in development the same server in front of the pages', async () => {
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

it('leaves to Vite in development what is of Vite', async () => {
  for (const path of ['/@vite/client', '/app/root.tsx']) {
    const { status, headers } = await ask(port, path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('javascript')
  }
  expect((await ask(port, '/app/nowhere', { method: 'POST' })).status).toBe(404)
})
