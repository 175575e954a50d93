import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { mostAttachments } from '~/domain/files/attachments'
import { bomb, canary, hostileFiles, withComment } from '../support/hostile-corpus'
import { field, textOf } from '../support/html'
import { openTestServer, type TestServer, words } from '../support/test-server'
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
let png: Buffer
let jpeg: Buffer
let webp: Buffer

beforeAll(async () => {
  server = await openTestServer()
  await server.signUp()
  png = await picture().png().toBuffer()
  jpeg = await picture().jpeg().toBuffer()
  webp = await picture().webp().toBuffer()
})

afterAll(() => server.close())

const { files: errors } = words.en
const mebibyte = 1_024 * 1_024

function send(file: Sent) {
  return sendFiles(server, '/chat', written('A file'), [file])
}

describe('refused, with its name and why, and without a trace', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const cases: [string, () => Sent['bytes'], keyof typeof errors, number][] = [
    ['page.html', () => '\ufeff \n<!DOCTYPE html><script>alert(1)</script>', 'markup', 400],
    ['drawing.svg', () => svg, 'markup', 400],
    ['drawing.png', () => svg, 'markup', 400],
    ['feed.xml', () => '<?xml version="1.0"?><a/>', 'markup', 400],
    ['archive.zip', () => 'PK\x03\x04\x14\0\0\0', 'broken', 400],
    ['cut.gif', () => 'GIF89a\x01\0\x01\0', 'broken', 400],
    ['applet.jar.gif', () => `GIF89a${'\0'.repeat(20)}PK\x03\x04`, 'broken', 400],
    ['tool.exe', () => `MZ${'\0'.repeat(100)}`, 'program', 400],
    ['notes.txt', () => 'A line\0and a NUL', 'type', 400],
    ['wide.xml', () => Buffer.from('\ufeff<?xml?>', 'utf16le'), 'markup', 400],
    ['late.pdf', () => `${'\0'.repeat(1_024)}%PDF-1.7\n`, 'type', 400],
    ['nothing.txt', () => '', 'empty', 400],
    ['cut.png', () => png.subarray(0, 60), 'broken', 400],
    ['cut.jpg', () => jpeg.subarray(0, 200), 'broken', 400],
    ['cut.webp', () => webp.subarray(0, 30), 'broken', 400],
    ['head.png', () => png.subarray(0, 8), 'broken', 400],
    ['liar.png', () => Buffer.concat([png.subarray(0, 8), jpeg]), 'broken', 400],
    ['bomb.png', () => bomb(png, 50_000), 'pixels', 400],
    ['huge.txt', () => 'x'.repeat(10 * mebibyte + 1), 'size', 413],
    ['huge.png', () => Buffer.concat([png, Buffer.alloc(10 * mebibyte)]), 'size', 413],
  ]

  it.each(cases)('%s', async (name, bytes, why, status) => {
    const reply = await send({ name, bytes: bytes(), type: 'image/png' })
    expect(reply.status).toBe(status)
    expect(field(reply.text, 'files').described).toContain(errors[why].replace('{{name}}', name))
    expect(field(reply.text, 'body').value).toBe('A file')
    expect(uploadedIn(reply.text)).toEqual([])
    expect(keptIn(server.folder)).toEqual([])
  })
})

describe('taken, and nothing of it left but what it shows', () => {
  const script = '<script>alert("Kanarienvogel")</script>'
  const joined = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(script)])
  const hidden: [string, () => Buffer | Promise<Buffer>][] = [
    ['a page after the end of a PNG', () => joined(png)],
    [
      'an archive after the end of a JPEG',
      () => Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${script}`)]),
    ],
    ['a page after the end of a GIF', async () => joined(await picture().gif().toBuffer())],
    ['a page in the comment of a JPEG', () => withComment(jpeg, script)],
    [
      'a page in the notes of a WebP',
      () =>
        picture()
          .withExif({ IFD0: { Artist: script } })
          .webp()
          .toBuffer(),
    ],
  ]

  it.each(hidden)('%s', async (_, bytes) => {
    const whole = await bytes()
    expect(whole.includes('Kanarienvogel')).toBe(true)
    const { status, location } = await send({ name: 'x.txt', bytes: whole })
    expect(status).toBe(303)
    const [file] = filesIn((await server.ask(location)).text)
    const answer = await fetch(server.origin + file?.address)
    expect(answer.headers.get('Content-Type')).toMatch(/^image\/(png|jpeg|webp)$/)
    const kept = Buffer.from(await answer.arrayBuffer())
    expect(kept.includes('Kanarienvogel')).toBe(false)
    expect(kept.includes('PK\x03\x04')).toBe(false)
  })

  it('a PDF with a script in it is saved and never shown', async () => {
    const pdf = `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj ${script}`
    const { location } = await send({ name: 'x.pdf', bytes: pdf })
    const [file] = filesIn((await server.ask(location)).text)
    const { headers } = await fetch(server.origin + file?.address)
    expect(headers.get('Content-Type')).toBe('application/pdf')
    expect(headers.get('Content-Disposition')).toMatch(/^attachment;/)
    expect(headers.get('Content-Security-Policy')).toMatch(/^sandbox;/)
  })

  it('of a moving picture the first frame', async () => {
    const frames = await sharp({
      create: { width: 20, height: 40, channels: 3, background: 'red', pageHeight: 20 },
    } as never)
      .webp({ loop: 0 })
      .toBuffer()
    const { location } = await send({ name: 'moving.webp', bytes: frames })
    const [file] = filesIn((await server.ask(location)).text)
    const kept = await (await fetch(server.origin + file?.address)).arrayBuffer()
    expect((await sharp(kept).metadata()).pages ?? 1).toBe(1)
  })

  it('old text as UTF-8', async () => {
    const { location } = await send({
      name: 'alt.txt',
      bytes: Buffer.from('Gr\xfc\xdfe \x80', 'latin1'),
    })
    const [file] = filesIn((await server.ask(location)).text)
    expect(await (await fetch(server.origin + file?.address)).text()).toBe('Grüße €')
  })

  it.each([
    ['../../../etc/passwd', 'passwd.txt'],
    ['..\\..\\boot.ini', 'boot.ini.txt'],
    ['CON', '_CON.txt'],
    ['nul.txt', '_nul.txt'],
    ['invoice\u202egpj.pdf', 'invoicegpj.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie x=1.txt'],
    ['"><img src=x onerror=alert(1)>.txt', 'img src=x onerror=alert(1).txt'],
    ['...', 'file.txt'],
    [`${'ü'.repeat(500)}.txt`, `${'ü'.repeat(80)}.txt`],
    ['a;b=c.txt', 'a;b=c.txt'],
  ])('under the name %j as %j', async (sent, shown) => {
    const { location } = await send({ name: sent, bytes: 'words' })
    const [file] = filesIn((await server.ask(location)).text)
    expect(file?.text).toBe(`${shown} Text, 1 kB`)
    const { status, headers } = await fetch(server.origin + file?.address)
    expect(status).toBe(200)
    expect(headers.get('Set-Cookie')).toBeNull()
    expect(headers.get('Content-Disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(shown).replace(/[()]/g, (it) => (it === '(' ? '%28' : '%29'))}`,
    )
  })
})

/** None that a browser shows as a page or runs. */
const safe = /^(image\/(png|jpeg|webp|heic)|video\/mp4|application\/pdf|text\/plain)/

describe('of two hundred that somebody sends to see what happens', () => {
  it('each is refused, or kept as what it shows, or only ever saved', async () => {
    const files = await hostileFiles()
    expect(files.length).toBeGreaterThan(200)
    for (const { about, picture: _, ...file } of files) {
      const { status, location } = await send(file)
      expect([303, 400, 413], about).toContain(status)
      if (status !== 303) continue
      const [shown] = filesIn((await server.ask(location)).text)
      const answer = await fetch(server.origin + shown?.address)
      const type = answer.headers.get('Content-Type') ?? ''
      expect(type, about).toMatch(safe)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.headers.get('Content-Disposition')?.startsWith('inline'))
        expect(bytes.includes(canary), about).toBe(false)
      else expect(answer.headers.get('Content-Disposition'), about).toMatch(/^attachment;/)
    }
  })
})

describe('too much', () => {
  const small = (index: number): Sent => ({ name: `${index}.txt`, bytes: `words ${index}` })

  it('of a sixth file only the five others are kept', async () => {
    const files = Array.from({ length: mostAttachments + 1 }, (_, index) => small(index))
    const reply = await sendFiles(server, '/chat', written('Six'), files)
    expect(reply.status).toBe(400)
    expect(field(reply.text, 'files').described).toContain(errors.many)
    expect(uploadedIn(reply.text)).toHaveLength(mostAttachments)
  })

  test('together more than five of the largest: the words come back', async () => {
    const before = keptIn(server.folder).length
    const files = Array.from({ length: 6 }, (_, index) => ({
      name: `${index}.png`,
      bytes: Buffer.alloc(9.9 * mebibyte, index + 1),
    }))
    const reply = await sendFiles(server, '/chat', written('All of it'), files)
    expect(reply.status).toBe(413)
    expect(field(reply.text, 'body').value).toBe('All of it')
    expect(textOf(reply.text)).toContain(errors.large)
    expect(keptIn(server.folder)).toHaveLength(before)
  })

  /** Sends a form that does not end; answers the status, or what became of the line, and how much went out. */
  function pour(headers: Record<string, string>, most: number) {
    const { hostname, port } = new URL(server.origin)
    return new Promise<{ status: number | string; sent: number }>((resolve) => {
      let sent = 0
      const type = 'multipart/form-data; boundary=x'
      const asked = request({
        host: hostname,
        port,
        path: '/chat',
        method: 'POST',
        headers: { Origin: server.origin, 'Content-Type': type, ...headers },
      })
      asked.on('response', (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, sent })
        asked.destroy()
      })
      asked.on('error', ({ message }) => resolve({ status: message, sent }))
      asked.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n')
      const chunk = Buffer.alloc(mebibyte, 'x')
      const more = () => {
        while (sent < most && !asked.destroyed) {
          sent += chunk.length
          if (!asked.write(chunk)) return asked.once('drain', more)
        }
        return undefined
      }
      more()
    })
  }

  it('announced gigabytes are refused before they are read', async () => {
    const { status, sent } = await pour({ 'Content-Length': String(10_000 * mebibyte) }, 0)
    expect([status, sent]).toEqual([413, 0])
  })

  it('gigabytes in chunks are cut off', async () => {
    const { status, sent } = await pour({}, 10_000 * mebibyte)
    expect(sent).toBeLessThan(120 * mebibyte)
    expect([413, 'write EPIPE', 'read ECONNRESET', 'write ECONNRESET']).toContain(status)
  })

  it('no other page takes more than a form for having files in it', async () => {
    const big: Sent = { name: 'a.txt', bytes: 'x'.repeat(100_000) }
    expect((await sendFiles(server, '/login', {}, [big])).status).toBe(413)
  })
})

describe('a form that is broken', () => {
  const ours = { 'Sec-Fetch-Site': 'same-origin' }
  const part = '--x\r\nContent-Disposition: form-data; name="body"\r\n\r\nMy words\r\n'
  const bodies: [string, string, string][] = [
    ['has no boundary', 'multipart/form-data', part],
    ['has another boundary', 'multipart/form-data; boundary=y', part],
    ['is empty', 'multipart/form-data; boundary=x', ''],
    [
      'ends in a file',
      'multipart/form-data; boundary=x',
      `${part}--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf`,
    ],
    [
      'has endless headers',
      'multipart/form-data; boundary=x',
      `--x\r\n${'X: y\r\n'.repeat(20_000)}`,
    ],
    [
      'names no field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--',
    ],
    ['is binary', 'multipart/form-data; boundary=x', `--x${'\0\r\n'.repeat(1_000)}`],
  ]

  it.each(bodies)('because it %s gets the page, and no fault of ours', async (_, type, body) => {
    const before = keptIn(server.folder).length
    const headers = { ...ours, Origin: server.origin, 'Content-Type': type }
    const reply = await server.ask('/chat', { method: 'POST', headers, body })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('id="composer"')
    expect(keptIn(server.folder)).toHaveLength(before)
  })
})
