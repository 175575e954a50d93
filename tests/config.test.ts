import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig, variableNames } from '~/config'
import sample from '../app/adapters/json-file/sample-legal.json'
import { legal } from './support/legal'

const secret = 'Kq3vT0mZ8yWb5nXr1cLd7sHf2gJp9aUe'

const production = {
  PUBLIC_ORIGIN: 'https://counter.example.com',
  SESSION_SECRET: secret,
  FIREBASE_API_KEY: 'a-web-key',
  FIREBASE_PROJECT_ID: 'a-project',
}

const folder = mkdtempSync(join(tmpdir(), 'tresen-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(environment: Record<string, string>, mode: 'development' | 'production') {
  try {
    readConfig(environment, mode)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

function redirectsFile(name: string, text: string) {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** For settings of a form of their own: what is in it, and is no default. */
const others: Record<string, string> = {
  PORT: '1',
  PUBLIC_ORIGIN: 'https://counter.example.com',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'other@example.com',
  PAYMENTS: 'bank-transfer',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  FIREBASE_DATABASE_URL: 'https://other.firebaseio.com',
  FIREBASE_DATABASE_EMULATOR_HOST: '127.0.0.1:1',
  SITE_DESK: 'other@example.com',
  AVATAR_URL: 'https://example.com/avatar.png',
  TRUST_PROXY: '2',
  FORM_SECONDS: '9',
  LOG_LEVEL: 'debug',
}

describe('the example of all settings', () => {
  const text = readFileSync('.env.example', 'utf8')
  const settings = [...text.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)]

  it('names every setting that the program reads, once, and no other', () => {
    expect(settings.map(([, name]) => name).sort()).toEqual([...variableNames].sort())
  })

  it('explains every setting in the line above it', () => {
    const lines = text.split('\n')
    const bare = settings.filter(([line]) => {
      const above = lines[lines.indexOf(line) - 1] ?? ''
      return !/^# [A-Z].*\.$|^# host:port .*\.$/.test(above)
    })
    expect(bare.map(([line]) => line)).toEqual([])
  })

  it('sets nothing, so that a copy of it behaves like no file at all', () => {
    expect(Object.values(parseEnv(text)).filter(Boolean)).toEqual([])
  })

  it('names none that does nothing: each changes what is read, or is refused', () => {
    const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'seal' }
    const live = { LIVE: 'rtdb', FIREBASE_DATABASE_URL: 'https://a-project.firebaseio.com' }
    const services = { STORE: 'firestore', FILES: 'gcs', FILES_BUCKET: 'bucket', ...live }
    const outcome = (given: Record<string, string>) => {
      try {
        return readConfig({ ...stripe, ...services, ...given }, 'development')
      } catch (error) {
        return error
      }
    }
    const idle = variableNames.filter((name) =>
      isDeepStrictEqual(outcome({ [name]: others[name] ?? 'other' }), outcome({})),
    )
    expect(idle).toEqual([])
  })

  it('shows the defaults as they are', () => {
    const shown = settings.filter(([line]) => line.startsWith('#'))
    const environment = Object.fromEntries(shown.map(([, name, value]) => [name, value]))
    expect(readConfig(environment, 'development')).toEqual(readConfig({}, 'development'))
  })
})

describe('in production', () => {
  it('lists every missing setting at once', () => {
    const problems = problemsOf({ HOST: '0.0.0.0', STORE: 'firestore' }, 'production')
    const named = problems.map((problem) => problem.split(' ')[0])
    expect(named).toEqual(['PUBLIC_ORIGIN', 'SESSION_SECRET'])
  })

  it('lists missing and malformed settings together', () => {
    const given = { PORT: 'eighty', HOST: '0.0.0.0', STORE: 'firestore', LOG_LEVEL: 'loud' }
    const problems = problemsOf(given, 'production')
    expect(problems).toHaveLength(4)
    expect(problems.join('\n')).toMatch(/^PORT: must be a number\nLOG_LEVEL: /)
  })

  it('takes an empty setting for a missing one', () => {
    const given = { ...production, PUBLIC_ORIGIN: '', HOST: '0.0.0.0' }
    expect(problemsOf(given, 'production')).toHaveLength(1)
  })

  it('a server that only this machine reaches is open at localhost', () => {
    const { PUBLIC_ORIGIN: _, ...given } = production
    expect(readConfig({ ...given, PORT: '4000' }, 'production')).toMatchObject({
      publicOrigin: 'http://localhost:4000',
      origins: ['http://localhost:4000'],
    })
  })

  it('takes a key file for Google’s services that is one, and emulators on localhost alone', () => {
    const file = (name: string, text: string) => {
      const firestore = { ...production, STORE: 'firestore' }
      return { ...firestore, GOOGLE_APPLICATION_CREDENTIALS: redirectsFile(name, text) }
    }
    const key = { type: 'service_account', client_email: 'a@b.example', private_key: 'key' }
    expect(problemsOf(file('key.json', JSON.stringify(key)), 'production')).toEqual([])
    for (const text of ['', 'key', '{}', JSON.stringify({ ...key, private_key: undefined })])
      expect(problemsOf(file('other.json', text), 'production'), text).toHaveLength(1)
    for (const name of ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST'])
      expect(problemsOf({ ...production, [name]: '127.0.0.1:80' }, 'production')).toHaveLength(1)
  })

  it('keeps accounts itself, unless Firebase is set up or asked for', () => {
    const { FIREBASE_API_KEY, FIREBASE_PROJECT_ID, ...bare } = production
    const accountsOf = (given: Record<string, string>) => readConfig(given, 'production').accounts
    expect(accountsOf(bare)).toBe('own')
    expect(accountsOf({ ...bare, STORE: 'firestore', FIREBASE_PROJECT_ID })).toBe('own')
    expect(accountsOf(production)).toBe('firebase')
    const wrong = (given: Record<string, string>) =>
      problemsOf({ ...bare, ...given }, 'production').map((problem) => problem.split(/:? /)[0])
    expect(wrong({ ACCOUNTS: 'google' })).toEqual(['ACCOUNTS'])
    expect(wrong({ ACCOUNTS: 'firebase' })).toEqual(['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'])
    expect(wrong({ ACCOUNTS: 'own', FIREBASE_API_KEY })).toEqual(['FIREBASE_API_KEY'])
    expect(wrong({ FIREBASE_API_KEY })).toEqual(['FIREBASE_PROJECT_ID'])
    expect(wrong({ FIREBASE_PROJECT_ID })).toEqual(['FIREBASE_API_KEY'])
  })

  it('takes a bucket by its name, and asks for one', () => {
    const gcs = { ...production, FILES: 'gcs' }
    expect(problemsOf({ ...gcs, FILES_BUCKET: 'cafe.appspot.com' }, 'production')).toEqual([])
    for (const FILES_BUCKET of ['', 'gs://cafe', 'Café', 'a/b'])
      expect(problemsOf({ ...gcs, FILES_BUCKET }, 'production')).toHaveLength(1)
    const key = { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' }
    expect(problemsOf({ ...gcs, FILES_BUCKET: 'cafe', ...key }, 'production')).toHaveLength(1)
  })

  it('takes the address of a Realtime Database that is one', () => {
    const rtdb = (url: string, more = {}) =>
      problemsOf({ ...production, LIVE: 'rtdb', FIREBASE_DATABASE_URL: url, ...more }, 'production')
    for (const url of [
      'https://a-project-default-rtdb.firebaseio.com',
      'https://a-project.europe-west1.firebasedatabase.app/',
    ])
      expect(rtdb(url), url).toEqual([])
    for (const url of [
      '',
      'a-project',
      'http://a-project.firebaseio.com',
      'https://a-project.firebaseio.com/path',
      'https://a-project.example.com',
    ])
      expect(rtdb(url), url).toEqual([expect.stringMatching(/^FIREBASE_DATABASE_URL/)])
    const emulator = { FIREBASE_DATABASE_EMULATOR_HOST: '127.0.0.1:9000' }
    expect(rtdb('', emulator)).toEqual([expect.stringMatching(/^FIREBASE_DATABASE_EMULATOR_HOST/)])
  })

  it('refuses a secret of 31 characters and takes one of 32', () => {
    const short = { ...production, SESSION_SECRET: secret.slice(1) }
    expect(problemsOf(short, 'production')).toHaveLength(1)
    expect(problemsOf(production, 'production')).toEqual([])
  })

  it('refuses a secret that looks copied from an example', () => {
    for (const word of ['example', 'change-me', 'changeme', 'secret', 'password', 'tresen']) {
      const copied = { ...production, SESSION_SECRET: `${word}-${secret}` }
      expect(problemsOf(copied, 'production'), word).toHaveLength(1)
    }
  })

  it('refuses the secret that development uses', () => {
    const [ours = ''] = readConfig({}, 'development').secrets
    expect(problemsOf({ ...production, SESSION_SECRET: ours }, 'production')).toHaveLength(1)
  })

  it('checks each of several secrets and keeps their order', () => {
    const older = secret.split('').reverse().join('')
    const both = { ...production, SESSION_SECRET: `${secret}, ${older}` }
    expect(readConfig(both, 'production').secrets).toEqual([secret, older])
    const oneShort = { ...production, SESSION_SECRET: `${secret},short` }
    expect(problemsOf(oneShort, 'production')).toHaveLength(1)
  })

  it('never repeats a refused secret in what it says', () => {
    const short = problemsOf({ ...production, SESSION_SECRET: 'hunter2' }, 'production')
    expect(short.join('\n')).not.toContain('hunter2')
  })

  it('takes an auth emulator on this machine alone', () => {
    const emulated = { ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    const problems = problemsOf(emulated, 'production')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^FIREBASE_AUTH_EMULATOR_HOST: .*localhost/)
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) {
      const own = { ...emulated, PUBLIC_ORIGIN: `http://${host}` }
      expect(problemsOf(own, 'production'), host).toEqual([])
    }
    const pretending = { ...emulated, PUBLIC_ORIGIN: 'https://localhost.example.com' }
    expect(problemsOf(pretending, 'production')).toHaveLength(1)
  })

  it('answers to the public origin alone and guesses no emulator', () => {
    const config = readConfig(production, 'production')
    expect(config.origins).toEqual(['https://counter.example.com'])
    expect(config.identity).toEqual({
      apiKey: 'a-web-key',
      projectId: 'a-project',
      emulatorHost: undefined,
    })
  })
})

describe('the public origin', () => {
  const withOrigin = (PUBLIC_ORIGIN: string) =>
    problemsOf({ ...production, PUBLIC_ORIGIN }, 'production')

  it('may be http on loopback only', () => {
    expect(withOrigin('http://localhost:3000')).toEqual([])
    expect(withOrigin('http://127.0.0.1:3000')).toEqual([])
    expect(withOrigin('http://[::1]:3000')).toEqual([])
    expect(withOrigin('http://counter.example.com')).toHaveLength(1)
    expect(withOrigin('http://localhost.example.com')).toHaveLength(1)
  })

  it('has neither path, query nor user', () => {
    expect(withOrigin('https://counter.example.com/')).toEqual([])
    expect(withOrigin('https://counter.example.com/shop')).toHaveLength(1)
    expect(withOrigin('https://counter.example.com/?a=b')).toHaveLength(1)
    expect(withOrigin('https://mara@counter.example.com')).toHaveLength(1)
  })

  it('is an address of the web', () => {
    expect(withOrigin('counter.example.com')).toHaveLength(1)
    expect(withOrigin('ftp://counter.example.com')).toHaveLength(1)
  })

  it('loses a slash at its end', () => {
    const config = readConfig(
      { ...production, PUBLIC_ORIGIN: 'https://counter.example.com/' },
      'production',
    )
    expect(config.publicOrigin).toBe('https://counter.example.com')
  })
})

describe('the file of redirects', () => {
  const withFile = (name: string, text: string) =>
    problemsOf({ ...production, REDIRECTS: redirectsFile(name, text) }, 'production')

  it('is read and kept', () => {
    const REDIRECTS = redirectsFile('good.json', '{"/jobs": "https://example.com/jobs"}')
    const config = readConfig({ ...production, REDIRECTS }, 'production')
    expect(config.redirects).toEqual({ '/jobs': 'https://example.com/jobs' })
  })

  it('has every problem listed, with the file and the entry', () => {
    const problems = withFile(
      'bad.json',
      '{"jobs": "https://example.com", "/a": "example.com:443", "/b": "javascript:alert(1)"}',
    )
    expect(problems).toHaveLength(3)
    expect(problems.every((problem) => problem.includes('bad.json'))).toBe(true)
    expect(problems.join('\n')).toMatch(/: jobs: .*\n.*: \/a: .*\n.*: \/b: /)
  })

  it('must be there and be JSON', () => {
    expect(withFile('broken.json', '{"/jobs": ')).toHaveLength(1)
    const missing = { ...production, REDIRECTS: join(folder, 'nowhere.json') }
    expect(problemsOf(missing, 'production')).toHaveLength(1)
  })
})

describe('the login providers', () => {
  const google = {
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    clientId: 'c',
    clientSecret: 's',
  }
  const own = { ...production, FIREBASE_API_KEY: '', FIREBASE_PROJECT_ID: '' }
  const withProviders = (name: string, list: unknown) => ({
    ...own,
    LOGIN_PROVIDERS: redirectsFile(name, JSON.stringify(list)),
  })

  it('are read, and prove no addresses unless they are said to', () => {
    const { loginProviders } = readConfig(withProviders('one.json', [google]), 'production')
    expect(loginProviders).toEqual([{ ...google, provesAddresses: false }])
    expect(readConfig(own, 'production').loginProviders).toEqual([])
  })

  it('have every problem listed, a sentence each', () => {
    const tenant = 'https://login.microsoftonline.com/common/v2.0'
    const wrong = [
      { ...google, id: 'Google!', clientSecret: undefined },
      { ...google, id: 'ms', issuer: tenant },
      { ...google, id: 'open', issuer: 'http://login.example.com' },
      { ...google, id: 'typo', issuer: 'https://a.example', scopes: 'openid' },
    ]
    const problems = problemsOf(withProviders('wrong.json', wrong), 'production')
    expect(problems.map((each) => each.replace(/^LOGIN_PROVIDERS \(.*\): /, '')).sort()).toEqual([
      '0.clientSecret: Required',
      '0.id: must be lower-case letters, digits and hyphens, at most 40',
      '1.issuer: must name one tenant: others may give their people any address',
      '2.issuer: must begin with https://, except on localhost',
      "3: Unrecognized key(s) in object: 'scopes'",
    ])
    const twice = problemsOf(withProviders('twice.json', [google, google]), 'production')
    expect(twice.join()).toMatch(/1\.id: is there twice.*1\.issuer: is there twice/)
    const none = problemsOf(withProviders('none.json', {}), 'production')
    expect(none.join()).toMatch(/the file: Expected array/)
  })

  it('are no setting for accounts at Firebase', () => {
    const LOGIN_PROVIDERS = redirectsFile('google.json', JSON.stringify([google]))
    const problems = problemsOf({ ...production, LOGIN_PROVIDERS }, 'production')
    expect(problems).toEqual([expect.stringContaining('is for ACCOUNTS=own alone')])
  })
})

describe('the catalogue', () => {
  it('has all its problems listed with those of the other settings', () => {
    const CATALOGUE = redirectsFile('shelf.json', '{"currency": "USD", "products": []}')
    const problems = problemsOf({ ...production, CATALOGUE, SMTP_URL: 'nowhere' }, 'production')
    expect(problems.join('\n')).toMatch(/SMTP_URL/)
    const ofFile = problems.filter((problem) => problem.startsWith(`CATALOGUE (${CATALOGUE}): `))
    expect(ofFile.join('\n')).toMatch(/currency: .*categories: .*products: a shop needs/s)
  })
})

describe('the legal texts', () => {
  it('have all their problems listed, and must not be those of the sample', () => {
    const file = (content: object) => redirectsFile('legal.json', JSON.stringify(content))
    const of = (content: object) =>
      problemsOf({ ...production, LEGAL: file(content) }, 'production')
    expect(of({ ...legal, bank: { holder: 'Morgenrot', iban: 'DE02120300000000202052' } })).toEqual(
      [expect.stringMatching(/legal\.json\): bank\.iban: is no IBAN/)],
    )
    expect(of({ ...legal, company: undefined, bank: {} })).toHaveLength(3)
    expect(of(legal)).toEqual([])
    expect(of({ ...sample, sample: false })).toHaveLength(4)
    expect(of(sample)).toEqual([])
  })
})

describe('a file that a setting names', () => {
  const fifo = join(folder, 'fifo')
  const mailIn = { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' }
  const settings: Record<string, string>[] = [
    { REDIRECTS: fifo },
    { CATALOGUE: fifo },
    { LEGAL: fifo },
    { STORE: 'firestore', GOOGLE_APPLICATION_CREDENTIALS: fifo },
    { ...mailIn, MAIL_IN_TLS_CERT: fifo, MAIL_IN_TLS_KEY: fifo },
  ]
  it('must be a regular file: reading a FIFO would never end', () => {
    execFileSync('mkfifo', [fifo])
    for (const each of settings) {
      const problems = problemsOf({ ...production, ...each }, 'production')
      expect(problems.join()).toContain('FIFO, socket or device, not a regular file')
    }
  })
})

describe('in development', () => {
  it('needs nothing', () => {
    const config = readConfig({}, 'development')
    expect(config).toMatchObject({
      mode: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      dataDir: 'data',
      identity: { projectId: 'demo-tresen', emulatorHost: '127.0.0.1:9099' },
      trustProxy: 0,
    })
  })

  it('answers to all names of this machine', () => {
    expect(readConfig({ PORT: '4000' }, 'development').origins).toEqual([
      'http://localhost:4000',
      'http://127.0.0.1:4000',
      'http://[::1]:4000',
    ])
  })
})

it('reads a whole configuration', () => {
  const config = readConfig(
    {
      ...production,
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/tresen',
      PAYMENTS: 'bank-transfer, stripe',
      STRIPE_SECRET_KEY: 'sk',
      STRIPE_WEBHOOK_SECRET: 'whsec',
      SITE_DESK: 'mara@example.com',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    },
    'production',
  )
  expect(config).toMatchObject({
    mode: 'production',
    port: 8080,
    host: '0.0.0.0',
    publicOrigin: 'https://counter.example.com',
    dataDir: '/var/lib/tresen',
    secrets: [secret],
    store: { kind: 'sqlite' },
    payments: ['bank-transfer', 'stripe'],
    stripe: { secretKey: 'sk', webhookSecrets: ['whsec'] },
    siteOwner: { email: 'mara@example.com' },
    redirects: {},
    trustProxy: 1,
    logLevel: 'warn',
  })
})

it('wants the keys of a payment service that is named', () => {
  expect(problemsOf({ ...production, PAYMENTS: 'stripe' }, 'production')).toHaveLength(2)
})

describe('MAIL_IN', () => {
  const mailbox = (MAIL_IN: string, more: Record<string, string> = {}) =>
    readConfig({ ...production, MAIL_IN, ...more }, 'production').mailIn?.imap

  it('names a mailbox with a port, levels and any letters', () => {
    expect(mailbox('imaps://max@example.com:p%2Ca%25@imap.example.com')).toMatchObject({
      host: 'imap.example.com',
      port: 993,
      secure: true,
      user: 'max@example.com',
      password: 'p,a%',
      folder: ['INBOX'],
      moveTo: undefined,
    })
    const moved = { MAIL_IN_MOVE_TO: 'INBOX/Erledigt' }
    expect(mailbox('imap://max:secret@[::1]:1143/Gäste/A%2FB/', moved)).toMatchObject({
      host: '::1',
      port: 1143,
      secure: false,
      startTls: false,
      folder: ['Gäste', 'A/B'],
      moveTo: ['INBOX', 'Erledigt'],
    })
  })

  it('demands STARTTLS of a mailbox that is not on this machine', () => {
    const elsewhere = mailbox('imap://max:secret@imap.example.com/INBOX')
    expect(elsewhere).toMatchObject({ port: 143, secure: false, startTls: true })
  })

  it.each([
    'imaps://imap.example.com/INBOX',
    'imaps://max@imap.example.com/INBOX',
    'imaps://max:se#cret@imap.example.com',
    'imaps://max:50%@imap.example.com/INBOX',
    'imaps:',
  ])('shows in one sentence how %s must look, and not the password', (MAIL_IN) => {
    const problems = problemsOf({ ...production, MAIL_IN }, 'production')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^MAIL_IN: a mailbox must look like imaps:/)
    expect(problems[0]).not.toContain('cret')
  })

  it.each<[string, Record<string, string>, string]>([
    ['two mailboxes', { MAIL_IN: 'imaps://a:b@c.example,imaps://d:e@f.example' }, 'MAIL_IN: takes'],
    [
      'an unknown way',
      { MAIL_IN: 'pop3://a:b@c.example', MAIL_IN_DOMAIN: 'in.x.example' },
      'MAIL_IN: takes',
    ],
    [
      'SMTP without a domain',
      { MAIL_IN: 'smtp://0.0.0.0:25,imaps://a:b@c.example' },
      'MAIL_IN_DOMAIN:',
    ],
    [
      'the same folder to move to',
      { MAIL_IN: 'imaps://a:b@c.example/In', MAIL_IN_MOVE_TO: 'In' },
      'MAIL_IN_MOVE_TO: must',
    ],
    [
      'a folder to move to without a mailbox',
      { MAIL_IN: 'smtp://0.0.0.0:25', MAIL_IN_DOMAIN: 'in.x.example', MAIL_IN_MOVE_TO: 'Done' },
      'MAIL_IN_MOVE_TO: does',
    ],
    [
      'another header as a filter’s',
      { MAIL_IN: 'smtp://0.0.0.0:25', MAIL_IN_DOMAIN: 'in.x.example', MAIL_IN_SPAM: 'X-Mine' },
      'MAIL_IN_SPAM: takes',
    ],
    [
      'a folder to move to without any way in',
      { MAIL_IN_MOVE_TO: 'Done' },
      'MAIL_IN_MOVE_TO: does',
    ],
  ])('refuses %s', (_, environment, beginning) => {
    const problems = problemsOf({ ...production, ...environment }, 'production')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${beginning}`))
  })
})
