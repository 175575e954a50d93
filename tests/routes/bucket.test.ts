import { afterAll, beforeAll, expect, it } from 'vitest'
import { field } from '../support/html'
import { startStorageService, type Trouble } from '../support/storage-service'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import {
  filesIn,
  formWith,
  picture,
  sendFiles,
  sendForm,
  uploadedIn,
  written,
} from '../support/uploads'

const bucket = 'files-of-a-cafe'

let storage: Awaited<ReturnType<typeof startStorageService>>
let server: TestServer
let owner: Owner

beforeAll(async () => {
  storage = await startStorageService(bucket)
  server = await openTestServer({
    environment: {
      FILES: 'gcs',
      FILES_BUCKET: bucket,
      FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
    },
  })
  owner = await server.signUp()
})
afterAll(async () => {
  await server.close()
  await storage.close()
})

const note = { name: 'order.txt', bytes: 'Two loaves, please' }

it('files are kept in the bucket, and come out through our own answers alone', async () => {
  const garden = { name: 'garden.png', bytes: await picture(900, 600).png().toBuffer() }
  const { location, status } = await sendFiles(server, '/chat', written('Look'), [note, garden])
  expect(status).toBe(303)
  // The text, and the picture in two sizes.
  expect(storage.objects.size).toBe(3)
  const page = await server.ask(location)
  expect(page.text).not.toContain(storage.host)
  const [file] = filesIn(page.text)
  expect((await server.ask(file?.address ?? '')).text).toBe(note.bytes)
  const stranger = (file?.address ?? '').replace(/t=[^&]+/, 't=another')
  expect((await server.ask(stranger)).status).toBe(404)
})

const denied: Trouble = {
  status: 403,
  json: { error: { code: 403, message: 'A raw text', errors: [{ reason: 'forbidden' }] } },
}

it('what fails for now is said in words, and nothing that was taken is lost', async () => {
  const { location } = await sendFiles(server, '/chat', written('Before'), [note])
  const [file] = filesIn((await server.ask(location)).text)
  const { files } = words.de.errors

  storage.fail(() => denied)
  const address = `/de${location.split('#')[0]}`
  const form = written('With a <file>')
  const refused = await sendFiles(server, address, form, [note])
  expect(refused.status).toBe(503)
  expect(refused.text).toContain(files.unauthorized)
  expect(refused.text).toContain('With a &lt;file&gt;')
  expect(refused.text).not.toContain('raw text')

  const read = await server.ask(file?.address ?? '')
  expect(read.status).toBe(503)
  expect(read.headers.get('Retry-After')).toBe('10')
  expect(read.text).toContain(words.en.errors.files.unauthorized)

  storage.fail()
  const again = await sendFiles(server, address, form, [note])
  expect(again.status).toBe(303)
  expect(uploadedIn(refused.text)).toEqual([])
  expect(filesIn((await server.ask(address)).text)).toHaveLength(2)
  expect((await server.ask(file?.address ?? '')).text).toBe(note.bytes)
})

it('a photo that cannot be stored is refused beside its field', async () => {
  storage.fail(() => denied)
  const photo = { name: 'me.png', bytes: await picture(300, 300).png().toBuffer() }
  const form = formWith({ intent: 'save-photo' }, [photo], 'photo')
  const page = await sendForm(server, '/dashboard/profile', form, owner.cookie)
  expect(page.status).toBe(503)
  expect(field(page.text, 'photo').described).toContain(words.en.errors.files.unauthorized)
  storage.fail()
})
