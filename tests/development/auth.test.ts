import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let folder: string
let program: ChildProcess
let printed = ''
let settings: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tresen-auth-'))
  await start()
})

afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

async function start() {
  printed = ''
  program = spawn(process.execPath, ['--import', 'tsx', 'development/auth.ts'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '3456', PUBLIC_ORIGIN: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  program.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await vi.waitUntil(() => printed.includes('npm start'), { timeout: 60_000 })
  settings = Object.fromEntries(
    [...printed.matchAll(/([A-Z_]+)=(\S+)/g)].map((found) => found.slice(1)),
  )
}

async function stop() {
  const ended = once(program, 'exit')
  program.kill('SIGINT')
  return ended
}

async function ask(call: string, body: object): Promise<Record<string, string>> {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, FIREBASE_API_KEY: key } = settings
  const response = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${key}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  return response.json()
}

const person = { email: 'first@example.com', password: 'kettle-on-the-stove' }

it('npm run auth prints settings of its emulator, with which a build starts', () => {
  expect(settings).toMatchObject({
    PORT: '3456',
    PUBLIC_ORIGIN: 'http://localhost:3456',
    DATA_DIR: folder,
    FIREBASE_PROJECT_ID: 'demo-tresen',
  })
})

it('npm run auth prints the links of e-mails, and keeps the accounts', async () => {
  const { idToken } = await ask('signUp', { ...person, returnSecureToken: true })
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const link = 'http://localhost:3456/verify-email?mode=verifyEmail&oobCode='
  await vi.waitUntil(() => printed.includes(link), { timeout: 60_000 })
  expect(await stop()).toEqual([0, null])
  await start()
  expect(await ask('signInWithPassword', person)).toMatchObject({ email: person.email })
})
