import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Language, languages } from '~/domain/text/languages'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { filesWith } from '../support/files-with'
import { cookiesOf } from '../support/google'
import { elements, languageOf, linksIn, textOf, wordsIn } from '../support/html'
import { listen } from '../support/listen'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { filesIn, picture, sendFiles } from '../support/uploads'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  const account = await server.services.accounts.findByEmail(owner.email)
  if (account) await server.services.accounts.save({ ...account, emailVerified: true })
})

afterAll(() => server.close())

/** Begins a conversation with a name, an address and files; answers the link, the number and the secret. */
async function begin(language: Language, fields: Record<string, string>, ...files: string[]) {
  const path = localizedPath('/chat', language)
  const sent = await sendFiles(
    server,
    path,
    { key: randomUUID(), ...fields },
    files.map((words) => ({ name: `${words}.txt`, bytes: words })),
  )
  const secret = new URL(sent.location, server.origin).searchParams.get('t') ?? ''
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return { address: sent.location.replace(/#.*/, ''), secret, number: ticket?.number ?? 0 }
}

async function own(number: number, form: Record<string, string>) {
  const key = randomUUID()
  const path = `/dashboard/tickets?ticket=${number}`
  expect((await server.ask(path, { ...owner, form: { key, body: '', ...form } })).status).toBe(303)
}

/** What the server does by itself after an erasure, up to the night. */
async function afterTheNight() {
  await server.runDue()
  await server.services.purge()
}

async function later() {
  server.clock.forward(3 * minute)
  await server.runDue()
}

describe.each(languages)('in %s', (language) => {
  const { notices, chat } = words[language]

  it('a visitor ends the conversation, and what comes next begins another one', async () => {
    const { address, number } = await begin(language, { body: 'Where are you?' })
    const page = await server.ask(address)
    expect(elements(page.text, 'summary').map(({ text }) => text)).toContain(chat.more)
    const ended = await server.ask(address, { form: { intent: 'end' } })
    expect(ended).toMatchObject({ status: 303, location: address })
    const after = await server.ask(address, { cookie: cookiesOf(ended) })
    expect(textOf(after.text)).toContain(notices.ended)
    expect(textOf(after.text)).toContain(chat.closed)
    expect(after.text).not.toContain('value="end"')
    const { ticketHistory } = server.services
    const entries = await ticketHistory.entries({ deskId: owner.desk.id, number }, 10)
    expect(entries.at(-1)).toMatchObject({ actor: 'visitor', kind: 'close' })
    const seen = await server.ask(
      localizedPath(`/dashboard/tickets?ticket=${number}`, language),
      owner,
    )
    expect(textOf(seen.text)).toContain(words[language].history.visitor.close)
    const next = await server.ask(address, { form: { key: randomUUID(), body: 'And now?' } })
    expect(next.status).toBe(303)
    expect(next.location).not.toContain(address)
  })

  it('a visitor takes everything along but the notes, as a page, as data and with the files', async () => {
    const hostile = '<script>alert("Grüße & Küsse")</script>'
    const fields = { body: hostile, name: 'Käthe', email: 'kaethe@example.com' }
    const { address, secret, number } = await begin(language, fields, 'Liste für Köln')
    await own(number, { intent: 'reply', body: 'We look after it.' })
    await own(number, { intent: 'note', body: 'A difficult one' })
    const page = await server.ask(address)
    const links = linksIn(page.text).filter((link) => link.includes('download'))
    expect(links.map((link) => new URL(link, server.origin).searchParams.get('as'))).toEqual([
      'html',
      'json',
      'zip',
    ])
    const [html = '', json = '', zip = ''] = links

    const shown = await server.ask(html)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('Content-Disposition')).toBe(
      `attachment; filename="tresen-${number}.html"`,
    )
    expect(shown.headers.get('Cache-Control')).toContain('no-store')
    expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(languageOf(shown.text)).toBe(language)
    expect(wordsIn(shown.text)).toEqual([hostile, 'We look after it.'])
    expect(shown.text).not.toContain('<script')
    for (const said of ['Käthe', fields.email]) expect(textOf(shown.text)).toContain(said)
    const [file] = filesIn(shown.text)
    expect(file?.address).toContain(server.origin)
    expect((await fetch(file?.address ?? '')).status).toBe(200)

    const read = await server.ask(json)
    expect(read.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const data = JSON.parse(read.text)
    expect(data).toMatchObject({ number, state: 'waiting', visitorName: 'Käthe' })
    expect(data.messages.map(({ body }: { body: string }) => body)).toEqual([
      hostile,
      'We look after it.',
    ])
    expect(data.messages[0].attachments[0].address).toBe(file?.address)

    const answer = await fetch(server.origin + zip)
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const names = Object.keys(files)
    expect(names).toEqual([
      'index.html',
      'conversation.json',
      expect.stringMatching(/^files\/.+-Liste für Köln\.txt$/),
    ])
    const beside = JSON.parse(strFromU8(files['conversation.json'] ?? new Uint8Array()))
    expect(decodeURI(beside.messages[0].attachments[0].address)).toBe(names[2])
    for (const each of Object.values(files)) {
      const text = strFromU8(each)
      // The archive opens nothing to somebody who finds it.
      for (const hidden of ['A difficult one', secret]) expect(text).not.toContain(hidden)
    }
  })

  it('a visitor is asked twice, and then every trace is gone: here, in files, mails and on the line', async () => {
    const canary = `Kanarienvogel-${language}`
    const email = `${canary.toLowerCase()}@example.com`
    const fields = { body: `${canary} asks`, name: `${canary} Müller`, email }
    const { address, secret, number } = await begin(language, fields, canary)
    await later()
    await own(number, { intent: 'note', body: `${canary} again?` })
    await own(number, { intent: 'reply', body: `Dear ${canary}` })
    await own(number, { intent: 'tag', tags: canary })
    await later()
    const lines = await Promise.all([listen(`${server.origin}/live?t=${secret}`)])
    const traces = [canary, canary.toLowerCase(), `kanarienvogel ${language}`, secretHash(secret)]
    for (const trace of traces) expect(filesWith(server.folder, trace), trace).not.toEqual([])
    expect(filesWith(server.folder, canary).some((path) => path.endsWith('.eml'))).toBe(true)
    expect(filesWith(server.folder, canary).some((path) => path.includes('/files/'))).toBe(true)

    const asked = await server.ask(address, { form: { intent: 'erase' } })
    expect(asked).toMatchObject({ status: 303, location: `${address}&erase=1` })
    const step = await server.ask(asked.location)
    expect(elements(step.text, 'h1')[0]?.text).toContain(String(number))
    const { goneFiles, goneDetails, stays, traces: tracesGo } = chat.rights
    for (const said of [goneFiles, goneDetails, stays, tracesGo]) {
      expect(textOf(step.text)).toContain(said)
    }
    expect(filesWith(server.folder, canary)).not.toEqual([])

    const form = { intent: 'erase-for-good' }
    const erased = await server.ask(asked.location, { form })
    const anew = localizedPath('/chat', language)
    expect(erased).toMatchObject({ status: 303, location: anew })
    const next = await server.ask(anew, { cookie: cookiesOf(erased) })
    expect(textOf(next.text)).toContain(notices.conversationErased)
    for (const line of lines) await line.end()
    expect((await server.ask(address)).status).toBe(404)
    expect((await server.ask(asked.location, { form })).status).toBe(404)
    const download = await server.ask(localizedPath(`/chat/download?t=${secret}&as=zip`, language))
    expect(download.location).toBe(address)
    await afterTheNight()
    for (const trace of traces) expect(filesWith(server.folder, trace), trace).toEqual([])
    await later()
    expect(filesWith(server.folder, email)).toEqual([])
  })
})

it('what was merged into a conversation goes with it, and its page says so before', async () => {
  const email = 'twice@example.com'
  const first = await begin('en', { body: 'Herringbone one', email })
  const second = await begin('en', { body: 'Herringbone two', email })
  const mergeWith = String(first.number)
  await own(second.number, { intent: 'confirm-merge', mergeWith })
  const step = await server.ask(`${second.address}&erase=1`)
  const sentence = words.en.chat.rights.goneMerged
  expect(textOf(step.text)).toContain(sentence.replace('{{numbers}}', String(second.number)))
  await server.ask(second.address, { form: { intent: 'erase-for-good' } })
  for (const { address } of [first, second]) {
    expect((await server.ask(address)).status).toBe(404)
  }
  await afterTheNight()
  expect(filesWith(server.folder, 'Herringbone')).toEqual([])
})

it('a picture is a link in the page alone, and a picture in the archive', async () => {
  const bytes = await picture().png().toBuffer()
  const files = [{ name: 'a.png', bytes }]
  const sent = await sendFiles(server, '/chat', { key: randomUUID(), body: 'Look' }, files)
  const secret = new URL(sent.location, server.origin).searchParams.get('t') ?? ''
  const page = await server.ask(`/chat/download?t=${secret}&as=html`)
  expect(page.text).not.toContain('<img')
  const answer = await fetch(`${server.origin}/chat/download?t=${secret}&as=zip`)
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const html = strFromU8(entries['index.html'] ?? new Uint8Array())
  const [image] = elements(html, 'img')
  expect(Object.keys(entries)).toContain(decodeURI(image?.attributes.src ?? ''))
})

it('who has no link can take nothing along and erase nothing', async () => {
  const { address } = await begin('en', { body: 'Still here' })
  const wrong = '/chat?t=no-such-secret'
  for (const intent of ['end', 'erase', 'erase-for-good']) {
    expect((await server.ask(wrong, { form: { intent } })).status).toBe(404)
  }
  for (const as of ['html', 'json', 'zip', 'exe']) {
    const reply = await server.ask(`/chat/download?t=no-such-secret&as=${as}`)
    expect(reply).toMatchObject({ status: 303, location: wrong })
  }
  expect((await server.ask(address)).text).toContain('Still here')
})

it('a kind of file that there is not leads to the conversation', async () => {
  const { address, secret } = await begin('en', { body: 'Still here' })
  for (const as of ['exe', 'constructor', '__proto__', '']) {
    const reply = await server.ask(`/chat/download?t=${secret}&as=${as}`)
    expect(reply).toMatchObject({ status: 303, location: address })
  }
})
