import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeUnsent } from '~/domain/files/attachment-removal'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { elements, field, textOf, wordsIn } from '../support/html'
import {
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import {
  filesIn,
  keptIn,
  picture,
  type Sent,
  sendFiles,
  uploadedIn,
  written,
} from '../support/uploads'

let server: TestServer
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  neighbour = await server.signUp()
})

afterAll(() => server.close())

const text = (name = 'order.txt', bytes = 'Two loaves, please'): Sent => ({ name, bytes })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { redirect: 'manual', headers })
const ticketOf = async ({ desk }: Owner) => {
  const { tickets } = await server.services.tickets.list(desk.id, { order: 'newest' }, 1)
  return `/dashboard/tickets?ticket=${tickets[0]?.number}`
}

/** Begins a conversation with these files; answers its address and the page. */
async function beginWith(files: Sent[], body = 'Please look at these') {
  const { status, location } = await sendFiles(server, '/chat', written(body), files)
  expect(status).toBe(303)
  const { text: page } = await server.ask(location)
  return { location, page, files: filesIn(page) }
}

describe('what a visitor attaches', () => {
  it('is in the thread with name, kind and size, pictures in small with their place kept', async () => {
    const { page, files } = await beginWith([
      { name: 'Garten.PNG', bytes: await picture(1_600, 800).png().toBuffer() },
      { name: 'offer.pdf', bytes: `%PDF-1.7\n${'x'.repeat(1_234_567)}` },
      text('Grüße.txt', 'Äpfel\r\nBirnen'),
    ])
    expect(wordsIn(page)[0]).toBe('Please look at these')
    const told = files.map((file) => file.text)
    expect(told[0]).toMatch(/^Garten\.png Picture, \d+ kB$/)
    expect(told.slice(1)).toEqual(['offer.pdf PDF, 1.2 MB', 'Grüße.txt Text, 1 kB'])
    const [shown] = elements(page, 'img')
    expect(shown?.attributes).toMatchObject({ width: '220', height: '110', alt: '' })
    const small = await get(shown?.attributes.src ?? '')
    expect(small.headers.get('Content-Type')).toBe('image/jpeg')
    expect(await sharp(await small.arrayBuffer()).metadata()).toMatchObject({ width: 440 })
  })

  it('is handed out as what it is, and as nothing that could act', async () => {
    const { files } = await beginWith([
      { name: 'x.jpg', bytes: await picture().jpeg().toBuffer(), type: 'text/html' },
      text('Grüße "an" alle.txt', 'Äpfel'),
    ])
    const [shown, saved] = await Promise.all(files.map(({ address }) => get(address)))
    for (const answer of [shown, saved]) {
      expect(answer?.headers.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none'/)
      expect(answer?.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(answer?.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(answer?.headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(answer?.headers.get('Cache-Control')).toMatch(/^private/)
    }
    expect(shown?.headers.get('Content-Type')).toBe('image/jpeg')
    expect(shown?.headers.get('Content-Disposition')).toMatch(/^inline; filename="x\.jpg"/)
    expect(saved?.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(saved?.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Gr__e an alle.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20an%20alle.txt`,
    )
    expect(saved?.headers.get('Content-Length')).toBe('6')
    expect(await saved?.text()).toBe('Äpfel')
    const known = saved?.headers.get('ETag') ?? ''
    expect((await get(files[1]?.address ?? '', { 'If-None-Match': known })).status).toBe(304)
    const head = await fetch(server.origin + files[1]?.address, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '6'])
  })

  it('has lost what the camera noted, and stands upright', async () => {
    const noted = await picture(80, 40)
      .withExif({ IFD0: { Make: 'Kanarienvogel' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { files } = await beginWith([{ name: 'phone.jpg', bytes: noted }])
    const kept = Buffer.from(await (await get(files[0]?.address ?? '')).arrayBuffer())
    const { exif, orientation, width, height } = await sharp(kept).metadata()
    expect({ exif, orientation, width, height }).toEqual({ width: 40, height: 80 })
  })

  it('may be all there is to a message, which a list then calls by it', async () => {
    const { page } = await beginWith([text('list.txt'), text('more.txt', 'and rolls')], '  ')
    expect(wordsIn(page).join('')).toBe('')
    const list = await server.ask('/dashboard/tickets', owner)
    expect(textOf(list.text)).toContain('list.txt, more.txt')
    const empty = await sendFiles(server, '/chat', written(''), [{ name: '', bytes: '' }])
    expect(empty.status).toBe(400)
    expect(field(empty.text, 'body').described).toContain(words.en.errors.message.empty)
  })

  it('comes into a conversation that is under way, and its page needs no other sort of form', async () => {
    const { location } = await beginWith([])
    const path = location.split('#')[0] ?? ''
    expect(await sendFiles(server, path, written('And this'), [text()])).toMatchObject({
      status: 303,
    })
    await server.ask(path, { form: written('No file') })
    const { text: page } = await server.ask(path)
    expect(wordsIn(page).slice(0, 3)).toEqual(['Please look at these', 'And this', 'No file'])
    expect(filesIn(page)).toHaveLength(1)
  })
})

describe.each(languages)('a form that is refused for a file, in %s', (language) => {
  const { files } = words[language]
  const path = localizedPath('/chat', language)

  it('keeps the words and the good files, names the bad one, and is complete the next time', async () => {
    const fields = written('Both, please')
    const bad = { name: 'run.exe', bytes: 'MZ\0\0', type: 'image/png' }
    const refused = await sendFiles(server, path, fields, [text(), bad])
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'body').value).toBe('Both, please')
    const { described, invalid } = field(refused.text, 'files')
    expect(invalid).toBe(true)
    expect(described).toContain(files.program.replace('{{name}}', 'run.exe'))
    expect(textOf(refused.text)).toContain('order.txt')
    const uploaded = uploadedIn(refused.text)
    expect(uploaded).toHaveLength(1)
    const again = { ...fields, uploaded }
    // The field may still have what was taken.
    const { status, location } = await sendFiles(server, path, again, [text('same.txt')])
    expect(status).toBe(303)
    const { text: page } = await server.ask(location)
    expect(filesIn(page).map((file) => file.text.split(' ')[0])).toEqual(['order.txt'])
    // And once more, as a browser does that lost the answer.
    expect(await sendFiles(server, path, again, [])).toMatchObject({ status, location })
  })

  it('keeps them also when the language is switched', async () => {
    const fields = { ...written('Halb fertig'), intent: 'switch-language' }
    const { text: page, setCookies } = await sendFiles(server, path, fields, [text()])
    expect(field(page, 'body').value).toBe('Halb fertig')
    expect(uploadedIn(page)).toHaveLength(1)
    expect(setCookies).toEqual([
      `i18n_redirected=${language}; Max-Age=31536000; Path=/; SameSite=Lax`,
    ])
  })
})

describe('the same form again', () => {
  it('with the same files is the same message; with another file it is refused', async () => {
    const fields = written('Once')
    const first = await sendFiles(server, '/chat', fields, [text()])
    const replies = await Promise.all(
      [1, 2, 3].map(() => sendFiles(server, '/chat', fields, [text()])),
    )
    for (const { status, location } of replies)
      expect([status, location]).toEqual([303, first.location])
    expect(filesIn((await server.ask(first.location)).text)).toHaveLength(1)
    const other = await sendFiles(server, '/chat', fields, [text('other.txt', 'Rolls')])
    expect(other.status).toBe(409)
    const uploaded = uploadedIn(other.text)
    const next = { key: field(other.text, 'key').value, body: 'Once', uploaded }
    const sent = await sendFiles(server, '/chat', next, [])
    expect(filesIn((await server.ask(sent.location)).text)[0]?.text).toMatch(/^other\.txt/)
    expect((await sendFiles(server, '/chat', fields, [])).status).toBe(409)
  })

  it('a file can go with one message only', async () => {
    const refused = await sendFiles(server, '/chat', { key: '?', body: 'No key' }, [text()])
    const uploaded = uploadedIn(refused.text)
    const send = (desk = '') => sendFiles(server, `/chat${desk}`, { ...written('x'), uploaded }, [])
    expect((await send(`?desk=${neighbour.desk.publicKey}`)).status).toBe(400)
    expect((await send()).status).toBe(303)
    const second = await send()
    expect(second.status).toBe(409)
    expect(field(second.text, 'files').described).toContain(words.en.files.gone)
    expect(
      (await sendFiles(server, '/chat', { ...written('x'), uploaded: 'made-up' }, [])).status,
    ).toBe(400)
  })
})

describe('what the owner attaches', () => {
  it('reaches the visitor with an answer, and nobody but the owner with a note', async () => {
    const { location } = await beginWith([])
    const path = await ticketOf(owner)
    for (const intent of ['reply', 'note']) {
      const fields = { ...written(`A ${intent}`), intent }
      const reply = await sendFiles(
        server,
        path,
        fields,
        [text(`${intent}.txt`, intent)],
        owner.cookie,
      )
      expect(reply.status).toBe(303)
    }
    const mine = filesIn((await server.ask(path, owner)).text)
    expect(mine.map((file) => file.text)).toEqual(['reply.txt Text, 1 kB', 'note.txt Text, 1 kB'])
    for (const { address } of mine)
      expect((await get(address, { Cookie: owner.cookie })).status).toBe(200)
    const { text: page } = await server.ask(location)
    expect(filesIn(page).map((file) => file.text)).toEqual(['reply.txt Text, 1 kB'])
    const secret = new URL(location, server.origin).searchParams.get('t')
    const note = `${mine[1]?.address}&t=${secret}`
    expect((await get(note)).status).toBe(404)
  })

  it('is not lost when the ticket is moved instead', async () => {
    await beginWith([])
    const path = await ticketOf(owner)
    const moved = await sendFiles(
      server,
      path,
      { intent: 'solve', body: '' },
      [text()],
      owner.cookie,
    )
    expect(moved.status).toBe(200)
    const fields = { ...written('Here'), intent: 'note', uploaded: uploadedIn(moved.text) }
    expect((await sendFiles(server, path, fields, [], owner.cookie)).status).toBe(303)
  })
})

it('nobody gets a file but who may see its message', async () => {
  const { files, location } = await beginWith([text()])
  const other = await beginWith([text()])
  const address = files[0]?.address ?? ''
  const id = new URL(address, server.origin).searchParams.get('id') ?? ''
  const secret = new URL(other.location, server.origin).searchParams.get('t') ?? ''
  expect((await get(`/files?id=${id}`, { Cookie: owner.cookie })).status).toBe(200)
  for (const wrong of [
    `/files?id=${id}&t=${secret}`,
    `/files?id=${id}&t=`,
    `/files?id=${id.slice(0, -1)}&t=${new URL(location, server.origin).searchParams.get('t')}`,
    '/files?t=x&id=../../tresen.sqlite',
    `${address}&as=preview`,
  ]) {
    expect([wrong, (await get(wrong)).status]).toEqual([wrong, 404])
  }
  const theirs = await get(`/files?id=${id}`, { Cookie: neighbour.cookie })
  expect([theirs.status, await theirs.text()]).toEqual([
    404,
    `${words.en.errors.files.objectNotFound}\n${words.de.errors.files.objectNotFound}\n`,
  ])
  expect((await get(`/files?id=${id}`)).headers.get('Location')).toContain('/login?redirect=')
})

it('everything goes along when the owner takes everything along', async () => {
  const { desk, ...ben } = await server.signUp()
  const bytes = await picture().webp().toBuffer()
  const path = `/chat?desk=${desk.publicKey}`
  await sendFiles(server, path, written('Mine'), [{ name: 'Bäume.webp', bytes }, text()])
  const form = { intent: 'export', exportPassword: password }
  const pressed = await server.ask('/dashboard/settings/export', { ...ben, form })
  const cookies = [ben.cookie, ...pressed.setCookies].map((each) => each.split(';')[0]).join('; ')
  const archive = await get(pressed.location, { Cookie: cookies })
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  const names = Object.keys(entries).filter((name) => name.startsWith('files/'))
  expect(names.map((name) => name.replace(/[0-9a-z]{26}/, '…'))).toEqual([
    'files/…-Bäume.webp',
    'files/…-order.txt',
  ])
  expect(Buffer.from(entries[names[1] ?? ''] ?? []).toString()).toBe('Two loaves, please')
  const page = Buffer.from(entries['index.html'] ?? []).toString()
  for (const name of names) expect(page).toContain(`href="${encodeURI(name)}"`)
})

describe('what is not needed any more', () => {
  it('goes with the account', async () => {
    const before = keptIn(server.folder)
    const { desk, cookie } = await server.signUp()
    const path = `/chat?desk=${desk.publicKey}`
    const photo = { name: 'a.png', bytes: await picture().png().toBuffer() }
    await sendFiles(server, path, written('To be gone'), [photo, text()])
    await sendFiles(server, path, { key: '?', body: 'Never sent' }, [text()])
    expect(keptIn(server.folder)).toHaveLength(before.length + 4)
    const form = { intent: 'delete', deletionPassword: password, confirmation: 'delete' }
    await server.ask('/dashboard/settings/delete?step=delete', { cookie, form })
    await server.runDue()
    expect(keptIn(server.folder).sort()).toEqual(before.sort())
  })

  it('is removed after half an hour if it was never sent', async () => {
    const { services, clock } = server
    const { files } = await beginWith([text('sent.txt', 'sent')])
    const atMinute = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
    await removeUnsent(services, atMinute(31))
    const before = keptIn(server.folder)
    await sendFiles(server, '/chat', { key: '?', body: '' }, [text('never.txt', 'never sent')])
    await removeUnsent(services, atMinute(29))
    expect(keptIn(server.folder)).toHaveLength(before.length + 1)
    await removeUnsent(services, atMinute(31))
    expect(keptIn(server.folder).sort()).toEqual(before.sort())
    expect((await get(files[0]?.address ?? '')).status).toBe(200)
  })
})
