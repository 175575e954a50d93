import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { cookiesOf } from '../support/google'
import { canary } from '../support/hostile-corpus'
import { elements, field, textOf } from '../support/html'
import { newEmail, openTestServer, type TestServer, words } from '../support/test-server'
import { formWith, keptIn, picture, type Sent, sendForm } from '../support/uploads'

const mebibyte = 1_024 * 1_024
let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

function send(cookie: string, files: Sent[], fields = {}, path = '/dashboard/profile') {
  const form = formWith({ ...fields, intent: 'save-photo' }, files, 'photo')
  return sendForm(server, path, form, cookie)
}

/** The address of the photo on the profile page. */
async function shownTo(cookie: string): Promise<string> {
  const { text } = await server.ask('/dashboard/profile', { cookie })
  return elements(text, 'img')[0]?.attributes.src ?? ''
}

/** What an address of a photo answers. */
async function load(address: string, cookie = '') {
  const answer = await fetch(server.origin + address, {
    headers: cookie ? { Cookie: cookie } : {},
    redirect: 'manual',
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe.each(languages)('a photo in %s', (language) => {
  const { notices, profile } = words[language]
  const path = localizedPath('/dashboard/profile', language)

  it('is re-encoded as a square and shown to its owner alone', async () => {
    const { cookie } = await server.signUp(newEmail(), language)
    const bytes = await picture(900, 700)
      .withExif({ IFD0: { Artist: canary } })
      .jpeg()
      .toBuffer()
    const saved = await send(cookie, [{ name: 'me.jpg', bytes }], {}, path)
    expect(saved).toMatchObject({ status: 303, location: path })
    const { text } = await server.ask(path, { cookie: `${cookie}; ${cookiesOf(saved)}` })
    expect(textOf(text)).toContain(notices.photoSaved)
    const address = await shownTo(cookie)
    expect(address).toMatch(/^\/files\?photo=\w+$/)
    const { answer, bytes: kept } = await load(address, cookie)
    expect(answer.headers.get('Content-Type')).toBe('image/webp')
    expect(answer.headers.get('Cache-Control')).toMatch(/^private\b/)
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^sandbox;/)
    const { format, width, height, exif } = await sharp(kept).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512 })
    expect(kept.includes(canary)).toBe(false)
    const other = await server.signUp()
    expect((await load(address, other.cookie)).answer.status).toBe(404)
    expect((await load(address)).answer.status).toBe(303)
    expect(keptIn(server.folder)).toEqual([])
  })

  it('is the part of the picture that was asked for, or its middle', async () => {
    const { cookie } = await server.signUp()
    const half = { create: { width: 200, height: 100, channels: 3, background: 'blue' } } as const
    const bytes = await picture(400, 100)
      .composite([{ input: half, left: 200, top: 0 }])
      .png()
      .toBuffer()
    const blueIn = async (fields: Record<string, string>) => {
      expect((await send(cookie, [{ name: 'flag.png', bytes }], fields)).status).toBe(303)
      const { bytes: kept } = await load(await shownTo(cookie), cookie)
      const { channels } = await sharp(kept).stats()
      return Math.round((((channels[2]?.mean ?? 0) - 79) / (255 - 79)) * 100)
    }
    expect(await blueIn({ x: '0' })).toBeLessThan(2)
    expect(await blueIn({ x: '100' })).toBeGreaterThan(98)
    const wrong: Record<string, string>[] = [{}, { x: 'left', zoom: '-3' }, { x: '1e9' }]
    for (const fields of wrong) {
      expect(Math.abs((await blueIn(fields)) - 50)).toBeLessThan(3)
    }
  })

  it('is removed, and what was there before is shown again', async () => {
    const { cookie, desk } = await server.signUp()
    const before = await shownTo(cookie)
    const page = await server.ask(path, { cookie })
    expect(textOf(page.text)).not.toContain(profile.photoRemove)
    await send(cookie, [{ name: 'me.png', bytes: await picture().png().toBuffer() }])
    const address = await shownTo(cookie)
    const removed = await server.ask(path, { cookie, form: { intent: 'remove-photo' } })
    expect(removed).toMatchObject({ status: 303, location: path })
    expect(await shownTo(cookie)).toBe(before)
    expect((await load(address, cookie)).answer.status).toBe(404)
    expect(await server.services.photos.find(desk.ownerUid)).toBeUndefined()
  })

  it('that cannot be taken says why, and leaves everything as it is', async () => {
    const { cookie } = await server.signUp()
    const png = await picture().png().toBuffer()
    await send(cookie, [{ name: 'me.png', bytes: png }])
    const before = await shownTo(cookie)
    const cases: [Sent[], keyof typeof words.en.photo.errors, number][] = [
      [[], 'missing', 400],
      [[{ name: '', bytes: '' }], 'missing', 400],
      [[{ name: 'me.svg', bytes: '<svg/>' }], 'type', 400],
      [[{ name: 'me.pdf', bytes: '%PDF-1.7' }], 'type', 400],
      [[{ name: 'me.heic', bytes: '\0\0\0\x18ftypheic\0\0\0\0' }], 'heic', 400],
      [[{ name: 'me.png', bytes: png.subarray(0, 50) }], 'broken', 400],
      [[{ name: 'me.png', bytes: Buffer.concat([png, Buffer.alloc(5 * mebibyte)]) }], 'size', 413],
      [[{ name: 'me.png', bytes: await picture(6_000, 5_000).png().toBuffer() }], 'pixels', 400],
    ]
    for (const [files, why, status] of cases) {
      const reply = await send(cookie, files, {}, path)
      expect(reply.status, why).toBe(status)
      expect(field(reply.text, 'photo')).toMatchObject({
        focused: true,
        described: expect.stringContaining(words[language].photo.errors[why]),
      })
    }
    const broken = await server.ask(path, {
      method: 'POST',
      cookie,
      headers: {
        Origin: server.origin,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhalf',
    })
    expect(broken.status).toBe(400)
    expect(field(broken.text, 'photo').described).toContain(words[language].photo.errors.unread)
    expect(await shownTo(cookie)).toBe(before)
    expect(keptIn(server.folder)).toEqual([])
  })
})
