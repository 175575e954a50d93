import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canary, hostileFiles } from '../support/hostile-corpus'
import { elements } from '../support/html'
import { openTestServer, type TestServer } from '../support/test-server'
import { formWith, keptIn, sendForm } from '../support/uploads'

const mebibyte = 1_024 * 1_024
let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

test('Of two hundred hostile photos none is kept as it came, none is a fault of ours, and nothing is left of them', async () => {
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThan(200)
  const before = process.memoryUsage.rss()
  const owners = await Promise.all(Array.from({ length: 4 }, () => server.signUp()))
  let next = 0
  let most = 0
  let taken = 0
  await Promise.all(
    owners.map(async ({ cookie, desk }) => {
      for (let file = files[next++]; file; file = files[next++]) {
        const version = async () => (await server.services.photos.find(desk.ownerUid))?.version
        const earlier = await version()
        const form = formWith({ intent: 'save-photo' }, [file], 'photo')
        const { status } = await sendForm(server, '/dashboard/profile', form, cookie)
        most = Math.max(most, process.memoryUsage.rss())
        expect(file.picture ? [303, 400] : [400, 413], file.about).toContain(status)
        if (status !== 303) {
          expect(await version(), file.about).toBe(earlier)
          continue
        }
        taken++
        const { text } = await server.ask('/dashboard/profile', { cookie })
        const address = elements(text, 'img')[0]?.attributes.src ?? ''
        const answer = await fetch(server.origin + address, { headers: { Cookie: cookie } })
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(answer.headers.get('Content-Type')).toBe('image/webp')
        expect((await sharp(bytes).metadata()).width).toBe(512)
        expect(bytes.includes(canary), file.about).toBe(false)
      }
    }),
  )
  expect(taken).toBeGreaterThan(20)
  expect(most - before).toBeLessThan(256 * mebibyte)
  expect(keptIn(server.folder)).toEqual([])
})
