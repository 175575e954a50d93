import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from '~/adapters/disk/files.server'
import { openStores } from '~/adapters/sqlite/stores.server'
import { type HeldAttachment, largestFile } from '~/domain/files/attachments'
import { bytesOf } from '~/domain/files/files'
import { secretHash } from '~/http/links/ticket-link.server'
import { stopGraceMs } from '~/server/stop'
import {
  begin,
  exampleAccount,
  exampleAttachment,
  exampleDesk,
  exampleMessage,
} from '../contracts/examples'
import { appEnvironment, startApp, temporaryFolder } from '../support/app'
import { ask, formHeaders } from '../support/ask'
import { unless } from '../support/left-out'
import { startStorageService } from '../support/storage-service'

const secret = randomBytes(32).toString('base64url')

let dataDir: string
let program: ChildProcessByStdio<null, Readable, Readable> | undefined

beforeEach(() => {
  dataDir = temporaryFolder()
})

afterEach(() => {
  if (program?.exitCode === null) program.kill('SIGKILL')
  program = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts what `npm start` starts, with nothing in its environment but this. */
function run(environment: Record<string, string>) {
  return runWords(environment, [])
}

/** The same with the words of a command. */
function runWords(environment: Record<string, string>, words: string[]) {
  program = spawn(process.execPath, ['build/server/index.js', ...words], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return program
}

/** Starts the program and answers its port once it says that it is open. */
async function start(): Promise<number> {
  const { stdout, stderr } = run(appEnvironment(dataDir))
  stderr.pipe(process.stderr)
  const port = new Promise<number>((resolve, reject) => {
    stdout.on('data', (chunk) => {
      const [, found] = /open at http:\/\/localhost:(\d+)/.exec(String(chunk)) ?? []
      if (found) resolve(Number(found))
    })
    stdout.on('end', () => reject(new Error('The program ended before it was open')))
  })
  return port
}

/** Begins to send a form and holds its last byte back. */
function beginForm(port: number): { sent: ClientRequest; reply: Promise<IncomingMessage> } {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/login',
    method: 'POST',
    headers: { ...formHeaders(port), Host: `localhost:${port}`, 'Content-Length': '3' },
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  sent.write('a=')
  return { sent, reply }
}

/** A conversation with more bytes of files than a socket holds, before the program starts. */
async function fillConversation(): Promise<void> {
  const stores = await openStores({ folder: dataDir })
  await stores.accounts.save(exampleAccount('ada'))
  const desk = await stores.desks.ensure(exampleDesk('ada'))
  const { owner } = await begin(stores.tickets, desk.id, 'first', {
    secretHash: secretHash(secret),
  })
  const files = createFileStore(join(dataDir, 'files'))
  const attachments: HeldAttachment[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const stored = await files.put(bytesOf(randomBytes(largestFile)), largestFile)
    const { file = '', size = 0 } = stored ?? {}
    const attachment = exampleAttachment(desk.id, name, { file, size })
    const room = { desk: size * 9, ticket: size * 9, unanswered: size, network: size, source: size }
    await stores.attachments.hold(attachment, { deskId: desk.id }, room)
    attachments.push(attachment)
  }
  await stores.tickets.append(owner, exampleMessage('files', { attachments }), () => ({}))
  await stores.close()
}

async function exitCode(): Promise<unknown> {
  if (!program) throw new Error('Nothing was started')
  if (program.exitCode !== null) return program.exitCode
  const [code] = await once(program, 'exit')
  return code
}

describe('the program', () => {
  it('finishes a request that is under way when it is told to stop', async () => {
    const port = await start()
    const { sent, reply } = beginForm(port)
    // The form is under way once the server answers somebody who came later.
    await ask(port, '/healthz')
    const exit = exitCode()
    program?.kill('SIGTERM')
    await expect.poll(() => ask(port, '/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
    sent.end('b')
    const response = await reply
    expect(response.statusCode).toBe(400)
    expect(await text(response)).toContain('name="password"')
    expect(response.headers.connection).toBe('close')
    expect(await exit).toBe(0)
  })

  it('does not wait for connections on which nothing happens', async () => {
    const port = await start()
    const { sent, reply } = beginForm(port)
    sent.end('b')
    await text(await reply)
    const askedAt = Date.now()
    program?.kill('SIGTERM')
    expect(await exitCode()).toBe(0)
    expect(Date.now() - askedAt).toBeLessThan(stopGraceMs)
  })

  it('cuts a download off that nobody reads when it is told to stop, and has all that it took', async () => {
    await fillConversation()
    const port = await start()
    const path = `/chat/download?t=${encodeURIComponent(secret)}&as=zip`
    const headers = { Host: `localhost:${port}` }
    const asked = request({ host: '127.0.0.1', port, path, headers }).end()
    const [download]: [IncomingMessage] = (await once(asked, 'response')) as never
    const cut = once(download, 'error')
    await once(download, 'readable')
    const taken = await ask(port, `/chat?t=${encodeURIComponent(secret)}`, {
      method: 'POST',
      headers: formHeaders(port),
      body: new URLSearchParams({ key: randomUUID(), body: 'Is it taken?' }).toString(),
    })
    expect(taken.status).toBe(303)
    program?.kill('SIGTERM')
    expect(await exitCode()).toBe(0)
    download.resume()
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
    const again = await start()
    const kept = unzipSync((await ask(again, path)).body)
    expect(Object.keys(kept)).toHaveLength(7)
    const { messages } = JSON.parse(strFromU8(kept['conversation.json'] ?? new Uint8Array()))
    expect(messages.at(-1).body).toBe('Is it taken?')
  })

  it('ends at once when it is told a second time', async () => {
    const port = await start()
    const { reply } = beginForm(port)
    reply.catch(() => {})
    await ask(port, '/healthz')
    program?.kill('SIGTERM')
    await expect.poll(() => ask(port, '/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
    program?.kill('SIGTERM')
    expect(await exitCode()).toBe(1)
  })

  it('names every setting that it misses and does not start', async () => {
    const missing = { PORT: 'x', HOST: '0.0.0.0', STORE: 'firestore', ACCOUNTS: 'firebase' }
    const { stderr } = run({ ...missing, DATA_DIR: dataDir })
    const [code, said] = await Promise.all([exitCode(), text(stderr)])
    expect(code).toBe(1)
    for (const name of ['PORT', 'PUBLIC_ORIGIN', 'SESSION_SECRET', 'FIREBASE_API_KEY']) {
      expect(said).toContain(`- ${name}`)
    }
    expect(said).not.toMatch(/^\s+at /m)
  })

  /** Runs it with a small disk of its own, mounted in namespaces of its own. */
  function runOnDisk(...commands: string[]) {
    const disk = join(dataDir, 'disk')
    mkdirSync(disk)
    const mount = `mount -t tmpfs -o size=512k tmpfs ${disk}`
    const script = [mount, ...commands, `exec ${process.execPath} build/server/index.js`]
    const environment = {
      ...appEnvironment(dataDir),
      DATA_DIR: disk,
      PATH: String(process.env.PATH),
    }
    const child = spawn('unshare', ['-rm', 'sh', '-c', script.join(' && ')], {
      env: environment as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    program = child
    return child
  }

  const mounts = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
  const lack = mounts
    ? undefined
    : {
        tests: 'a start on a full and on a read-only disk',
        why: 'this user may not mount a small disk of its own',
        command: 'sysctl kernel.unprivileged_userns_clone=1',
      }

  describe('on a disk of its own', unless(lack), () => {
    it.each([
      ['a full disk', 'is full', `{ cat /dev/zero > "$DATA_DIR/ballast" 2>&-; true; }`],
      ['a read-only disk', 'must not be read-only', 'mount -o remount,ro "$DATA_DIR"'],
    ])('does not start on %s, and says so in one sentence', async (_, sentence, command) => {
      const { stderr } = runOnDisk(command)
      const [code, said] = await Promise.all([exitCode(), text(stderr)])
      expect(code).toBe(1)
      expect(said).toContain(sentence)
      expect(said.trim().split('\n')).toHaveLength(1)
    })
  })

  it.each([
    ['no database', () => writeFileSync(join(dataDir, 'tresen.sqlite'), 'Dear diary '.repeat(999))],
    ['a file that should be the folder of files', () => writeFileSync(join(dataDir, 'files'), '')],
    ['files on a disk that is not there', () => symlinkSync('/nowhere', join(dataDir, 'files'))],
    ['an emptied folder', () => writeFileSync(join(dataDir, 'tresen.sqlite-wal'), 'a log')],
  ])('does not start on %s, nor runs a command, and says so in one sentence', async (_, make) => {
    make()
    for (const words of [[], ['orders', 'list'], ['backup', join(dataDir, 'archive')]]) {
      const { stdout, stderr } = runWords(appEnvironment(dataDir), words)
      const [code, printed, said] = await Promise.all([exitCode(), text(stdout), text(stderr)])
      expect(code).toBe(1)
      const sentence = (said || printed).trim()
      expect(sentence).toContain(dataDir)
      expect(sentence).not.toContain('\n')
    }
  })

  it.each([
    ['orders', 'list'],
    ['shelf', 'export'],
    ['legal', 'import', 'legal.json'],
    ['site-desk'],
  ])('runs %s on no data that is not there, and makes none', async (...words) => {
    const mistyped = join(dataDir, 'cafee')
    const { stdout, stderr } = runWords({ ...appEnvironment(dataDir), DATA_DIR: mistyped }, words)
    const [code, printed, said] = await Promise.all([exitCode(), text(stdout), text(stderr)])
    expect([code, printed]).toEqual([1, ''])
    expect(said).toContain(`There is no data in ${mistyped}.`)
    expect(readdirSync(dataDir)).not.toContain('cafee')
  })

  it('does not start with a bucket that is not there, and says so in one sentence', async () => {
    const storage = await startStorageService('another')
    const { stderr } = run({
      ...appEnvironment(dataDir),
      FILES: 'gcs',
      FILES_BUCKET: 'cafe',
      FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
    })
    const [code, said] = await Promise.all([exitCode(), text(stderr)])
    expect([code, said]).toEqual([
      1,
      'FILES=gcs: the bucket cafe is not there, or the key may not use it; see FILES_BUCKET\n',
    ])
    await storage.close()
  })

  it('does not start where another one works on the same data, and does once that one was killed', async () => {
    await start()
    const first = program
    const { stderr } = run(appEnvironment(dataDir))
    const [code, said] = await Promise.all([exitCode(), text(stderr)])
    expect(code).toBe(1)
    expect(said).toMatch(/^Another server works on .+ DATA_DIR\.\n$/)
    first?.kill('SIGKILL')
    if (first) await once(first, 'exit')
    await start()
  })

  it('backs its data up while it serves, and restores them elsewhere', async () => {
    const port = await start()
    const serving = program
    const archive = join(dataDir, 'backup.tar.gz')
    const elsewhere = temporaryFolder()
    const command = async (folder: string, ...words: string[]) => {
      const { stdout } = runWords(appEnvironment(folder), words)
      const [code, said] = await Promise.all([exitCode(), text(stdout)])
      return { code, said }
    }
    expect(await command(dataDir, 'backup', archive)).toMatchObject({ code: 0 })
    expect(await command(elsewhere, 'restore', archive)).toMatchObject({ code: 0 })
    expect(await command(elsewhere, 'restore', archive)).toEqual({
      code: 1,
      said: expect.stringMatching(/has data already.+Nothing was changed\.\n$/),
    })
    expect((await ask(port, '/readyz')).status).toBe(200)
    serving?.kill('SIGKILL')
    rmSync(elsewhere, { recursive: true })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no copy of the data where %s ends a backup',
    async (signal) => {
      await fillConversation()
      const backups = temporaryFolder()
      const { stderr } = runWords(appEnvironment(dataDir), ['backup', join(backups, 'b.tar.gz')])
      stderr.resume()
      await expect.poll(() => readdirSync(backups), { interval: 1 }).not.toEqual([])
      program?.kill(signal)
      expect(await exitCode()).toBe(1)
      expect(readdirSync(backups)).toEqual([])
      rmSync(backups, { recursive: true })
    },
  )
})

describe('a live stream', () => {
  it('is told to come again when the server stops', async () => {
    const app = await startApp()
    const { accounts, desks, tickets } = app.services
    await accounts.save(exampleAccount('ada'))
    const desk = await desks.ensure(exampleDesk('ada'))
    await begin(tickets, desk.id, 'first', { secretHash: secretHash(secret) })
    const stream = ask(app.port, `/live?t=${secret}`)
    await expect.poll(() => ask(app.port, '/healthz').then(({ status }) => status)).toBe(200)
    await app.close()
    const { status, headers, text: events } = await stream
    expect(status).toBe(200)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(events).toMatch(/retry: \d+\n\n$/)
  })
})
