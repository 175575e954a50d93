import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '~/config'
import { runMailCheck } from '~/server/commands/mail-check'
import { type DnsServer, startDnsServer } from '../../support/dns-server'

const complete = {
  'MX in.cafe.example': ['20 spare.cafe.example', '10 mail.cafe.example'],
  'A mail.cafe.example': ['192.0.2.1'],
  'A spare.cafe.example': ['192.0.2.2'],
  'TXT in.cafe.example': ['v=spf1 include:provider.example -all'],
  'TXT cafe.example': ['some-proof-of-ownership', 'v=spf1 include:provider.example -all'],
  'TXT key1._domainkey.cafe.example': [`v=DKIM1; p=${'MIIBIjANBgkq'.repeat(30)}`],
  'TXT _dmarc.cafe.example': ['v=DMARC1; p=reject'],
}

const settings = {
  PUBLIC_ORIGIN: 'https://counter.cafe.example',
  SMTP_URL: 'smtps://user:password@smtp.provider.example',
  MAIL_FROM: 'Café <counter@cafe.example>',
  MAIL_IN: 'smtp://0.0.0.0:2525',
  MAIL_IN_DOMAIN: 'in.cafe.example',
}

let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer(complete)
})
beforeEach(() => {
  dns.zone = { ...complete }
})
afterAll(() => dns.close())

async function check(environment: Record<string, string> = settings, words = ['key1']) {
  let printed = ''
  const config = readConfig(environment, 'development')
  const now = new Date('2026-03-04')
  const code = await runMailCheck(config, words, (text) => (printed += text), dns.records, now)
  return { code, printed }
}

/** Without these records. */
function without(...keys: (keyof typeof complete)[]) {
  dns.zone = Object.fromEntries(
    Object.entries(complete).filter(([key]) => !(keys as string[]).includes(key)),
  )
}

test('finds nothing missing where all records are set', async () => {
  const { code, printed } = await check()
  expect(printed).toContain('E-mails for in.cafe.example go to mail.cafe.example (192.0.2.1).')
  expect(printed).toContain('DKIM: key1._domainkey.cafe.example has a key.')
  expect(printed).toContain('Nothing is missing.')
  expect(code).toBe(0)
})

test.each<[string, keyof typeof complete, string]>([
  ['an MX record', 'MX in.cafe.example', 'in.cafe.example. MX 10 counter.cafe.example.'],
  [
    'the address of its server',
    'A mail.cafe.example',
    'mail.cafe.example. A <the IPv4 address of this machine>',
  ],
  [
    'SPF of the return path',
    'TXT in.cafe.example',
    'in.cafe.example. TXT "v=spf1 a:smtp.provider.example -all"',
  ],
  [
    'SPF of the sender',
    'TXT cafe.example',
    'cafe.example. TXT "v=spf1 a:smtp.provider.example -all"',
  ],
  [
    'a DKIM key',
    'TXT key1._domainkey.cafe.example',
    'key1._domainkey.cafe.example. TXT "v=DKIM1; p=<the key that your mail server shows>"',
  ],
  ['DMARC', 'TXT _dmarc.cafe.example', '_dmarc.cafe.example. TXT "v=DMARC1; p=none"'],
])('names the record to set where %s is missing', async (_, key, record) => {
  without(key)
  const { code, printed } = await check()
  expect(printed).toContain(record)
  expect(printed).toContain('Missing: 1.')
  expect(code).toBe(1)
})

test.each([
  ['smtp://127.0.0.1:25', 'ip4:<the public address of your mail server>'],
  ['smtp://localhost', 'ip4:<the public address of your mail server>'],
  ['smtp://relay.internal:25', 'ip4:<the public address of your mail server>'],
  ['smtp://[fd00::25]:25', 'ip4:<the public address of your mail server>'],
  ['smtp://198.51.100.7', 'ip4:198.51.100.7'],
  ['smtp://[2001:db8::25]:25', 'ip6:2001:db8::25'],
])('suggests for %s what other servers see, %s', async (SMTP_URL, mechanism) => {
  without('TXT cafe.example')
  const { printed } = await check({ ...settings, SMTP_URL })
  expect(printed).toContain(`cafe.example. TXT "v=spf1 ${mechanism} -all"`)
})

test('finds DMARC at the domain above, and a revoked key', async () => {
  dns.zone['TXT team.cafe.example'] = ['v=spf1 -all']
  dns.zone['TXT key1._domainkey.team.cafe.example'] = ['v=DKIM1; p=']
  const { printed } = await check({ ...settings, MAIL_FROM: 'counter@team.cafe.example' })
  expect(printed).toContain('DMARC of cafe.example: v=DMARC1; p=reject')
  expect(printed).toContain('There is no DKIM key at key1._domainkey.team.cafe.example.')
  expect(printed).toContain('Missing: 1.')
})

test('does not count two SPF records, and asks again where DNS fails', async () => {
  dns.zone['TXT cafe.example'] = ['v=spf1 -all', 'v=spf1 mx -all']
  dns.zone['SERVFAIL in.cafe.example'] = ['yes']
  const { code, printed } = await check()
  expect(printed).toContain('cafe.example has 2 SPF records: none counts.')
  expect(printed).toContain('DNS did not say the MX record of in.cafe.example (ESERVFAIL)')
  expect(code).toBe(1)
})

test('says what is not set up at all', async () => {
  const { code, printed } = await check({}, [])
  expect(printed).toContain('SMTP_URL is not set')
  expect(printed).toContain('MAIL_IN is not set')
  expect(printed).toContain('MAIL_FROM is not set')
  expect(code).toBe(1)
})

test('of a mailbox asks for no MX record, and names the sender whose replies it must get', async () => {
  without('MX in.cafe.example', 'TXT in.cafe.example')
  const { MAIL_IN_DOMAIN: _, ...others } = settings
  const MAIL_IN = 'imaps://post%40cafe.example:secret@imap.provider.example/INBOX'
  const { code, printed } = await check({ ...others, MAIL_IN }, [])
  expect(printed).toContain('E-mails are fetched from INBOX of post@cafe.example')
  expect(printed).toContain('Replies go to MAIL_FROM, counter@cafe.example')
  expect(printed).toContain('DKIM was not looked at')
  expect(printed).not.toContain('secret')
  expect(code).toBe(0)
})
