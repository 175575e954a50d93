import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort, waitUntilReady } from '../../development/app-process'
import { appEnvironment, temporaryFolder } from '../support/app'
import { ask, formHeaders, type Reply } from '../support/ask'
import { arriveAt, hydrated, newEmail, open, signUp, withoutNews } from '../support/browser-server'
import { expectAsLoaded } from '../support/plain-load'
import { watchProblems } from '../support/problems'
import { variedApp, variedSources } from '../support/varied-app'

/** Milliseconds: a cold start compiles everything. */
const timeoutMs = 240_000

const modes = ['production', 'development'] as const
type Mode = (typeof modes)[number]

interface Program {
  port: number
  child: ChildProcess
  dataDir: string
  /** What it has written to its output. */
  said: string
}

let project: string
const programs: Partial<Record<Mode, Program>> = {}

const remix = resolve('node_modules/@remix-run/dev/dist/cli.js')

async function run(mode: Mode, program: string[]) {
  const port = await freePort()
  const dataDir = temporaryFolder()
  const child = spawn(process.execPath, [...program], {
    cwd: project,
    env: {
      ...appEnvironment(dataDir),
      PATH: process.env.PATH,
      NODE_ENV: mode,
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started: Program = { port, child, dataDir, said: '' }
  programs[mode] = started
  child.stdout.on('data', (piece) => {
    started.said += piece
  })
  await waitUntilReady(`http://localhost:${port}/readyz`, timeoutMs)
}

beforeAll(async () => {
  project = variedSources()
  await Promise.all([
    run('development', [remix, 'dev']),
    variedApp().then(() => run('production', ['build/server/index.js'])),
  ])
}, 2 * timeoutMs)

afterAll(async () => {
  for (const program of Object.values(programs)) {
    const ended = once(program.child, 'exit')
    program.child.kill()
    await ended
    rmSync(program.dataDir, { recursive: true, force: true })
  }
})

function programOf(mode: Mode): Program {
  const program = programs[mode]
  if (!program) throw new Error(`Nothing runs in ${mode}`)
  return program
}

const portOf = (mode: Mode) => programOf(mode).port

/** What both programs say in the page's `<output>`, which has to be the same. */
async function saidByBoth(asks: (port: number) => Promise<Reply>): Promise<string> {
  const [built, developed] = await Promise.all(
    modes.map(async (mode) => {
      const { status, text } = await asks(portOf(mode))
      const [, output = ''] = /<output>(.*?)<\/output>/s.exec(text) ?? []
      return { status, output: output.replaceAll('<!-- -->', '').replaceAll('&quot;', '"') }
    }),
  )
  expect(built).toEqual(developed)
  expect(built?.status).toBe(200)
  return built?.output ?? ''
}

function sends(path: string, type: string, body: string) {
  return (port: number) => {
    const headers = { Origin: `http://localhost:${port}`, 'Content-Type': type }
    return ask(port, path, { method: 'POST', headers, body })
  }
}

// First, as it opens pages that nobody has opened before.
describe.each(modes)('In %s', (mode) => {
  it('a step to another language, or out of the session, loads a document', async () => {
    const browser = await chromium.connect(inject('browser'))
    const context = await browser.newContext({ baseURL: `http://localhost:${portOf(mode)}` })
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    await withoutNews(page)
    await signUp(page, newEmail(), 'en', false)
    for (const address of ['/dashboard/tickets', '/dashboard']) {
      await open(page, address)
      await hydrated(page)
    }
    const problems = await watchProblems(page)
    await open(page, '/dashboard')
    await hydrated(page)
    expect(problems).toEqual([])
    await page.locator('.rail a[href="/dashboard/tickets"]').click()
    await arriveAt(page, (url) => url.pathname === '/dashboard/tickets')
    await expectAsLoaded(page)
    await page.locator('nav.language [lang=de]').last().click()
    await arriveAt(page, (url) => url.pathname === '/de/dashboard/tickets')
    await expectAsLoaded(page)
    await hydrated(page)
    await page.context().clearCookies({ name: 'sid' })
    await page.locator('.rail a[href="/de/dashboard/profile"]').click()
    await arriveAt(page, (url) => url.pathname === '/de/login')
    await expectAsLoaded(page)
    await browser.close()
    // Vite reloads pages for packages that vite.config.ts does not name, and what is typed there is lost.
    expect(programOf(mode).said).not.toContain('new dependencies')
  })
})

describe('In production and development alike', () => {
  it('a route may have a parameter', async () => {
    const said = await saidByBoth((port) => ask(port, '/extra/tickets/17'))
    expect(JSON.parse(said)).toEqual({ number: '17' })
  })

  it('an action reads a form by formData(), and again from a clone()', async () => {
    const type = 'application/x-www-form-urlencoded'
    const said = await saidByBoth(sends('/extra/tickets/17', type, 'name=Gr%C3%BC%C3%9Fe&b=2'))
    expect(JSON.parse(said)).toEqual({
      number: '17',
      sent: { name: 'Grüße', b: '2' },
      text: 'name=Gr%C3%BC%C3%9Fe&amp;b=2',
      gone: false,
    })
  })

  it('an action reads JSON by json()', async () => {
    const said = await saidByBoth(sends('/extra/tickets/17', 'application/json', '{"a":[1]}'))
    expect(JSON.parse(said)).toMatchObject({ sent: { a: [1] }, gone: false })
  })

  it.each(['/extra/later', '/extra/promise'])(
    '%s awaits what its loader promises',
    async (path) => {
      expect(await saidByBoth((port) => ask(port, path))).toBe('a moment later')
    },
  )

  it('components clone their children and hand their look to one', async () => {
    expect(await saidByBoth((port) => ask(port, '/extra/children'))).toBe(
      '<a href="/shop" class="button">Shop</a>' +
        '<ol><li title="number 1">one</li><li title="number 2">two</li></ol>',
    )
  })

  it('a session may be kept in a cookie by Remix itself', async () => {
    const again = async (port: number) => {
      const { headers } = await ask(port, '/extra/visits')
      const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
      return ask(port, '/extra/visits', { headers: { Cookie: cookie } })
    }
    expect(await saidByBoth((port) => ask(port, '/extra/visits'))).toBe('1')
    expect(await saidByBoth(again)).toBe('2')
  })

  it.each(modes)('%s: a page that the server renders may open a portal', async (mode) => {
    const { text } = await ask(portOf(mode), '/extra/portal')
    expect(text).toContain('rendered on the server')
    const browser = await chromium.connect(inject('browser'))
    const page = await browser.newPage({ baseURL: `http://localhost:${portOf(mode)}` })
    page.setDefaultTimeout(timeoutMs)
    const problems = await watchProblems(page)
    await page.goto('/extra/portal')
    await page.locator('body > #portal').waitFor()
    await page.goto('/extra/later')
    await page.getByText('a moment later').waitFor()
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('output') ?? {}).some((key) => key.startsWith('__react')),
    )
    expect(problems).toEqual([])
    await browser.close()
  })
})

describe('In development', () => {
  it('the classic build of Remix names the command that replaces it', async () => {
    const build = spawn(process.execPath, [remix, 'build'], {
      cwd: project,
      env: { PATH: process.env.PATH, NO_COLOR: '1', NODE_ENV: 'development' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said, [code]] = await Promise.all([textOf(build.stderr), once(build, 'exit')])
    expect(code).toBe(1)
    expect(said).toContain('npm run build')
  })

  it('the same server is in front of the pages', async () => {
    const port = portOf('development')
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

  it('Vite’s own addresses are left to Vite', async () => {
    const port = portOf('development')
    for (const path of ['/@vite/client', '/app/root.tsx']) {
      const { status, headers } = await ask(port, path)
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('javascript')
    }
    expect((await ask(port, '/app/nowhere', { method: 'POST' })).status).toBe(404)
  })
})

it('The browser’s build has React as it is installed, and no Preact', () => {
  const folder = 'build/client/assets'
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  // The name of the property by which react-dom finds its fibers, and the address of its errors.
  const reactDom = scripts.filter((code) => code.includes('__reactFiber$'))
  expect(reactDom).toHaveLength(1)
  expect(reactDom[0]).toContain('reactjs.org/docs/error-decoder')
  expect(scripts.filter((code) => /preact/i.test(code))).toEqual([])
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(Object.keys(lock.packages).filter((name) => /\/preact$/.test(name))).toEqual([])
})
