import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { demoColleagues, demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { deskRooms, partsOfRooms } from '../support/desk-rooms'
import { namesShared } from '../support/html-faults'
import { cookieFrom, openTestServer, type TestServer } from '../support/test-server'

const sections =
  'general greeting hours exceptions away replies notifications people log privacy password devices export leave delete'

let server: TestServer
let cookie = ''
beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer()
  const { services, clock } = server
  await seedDemo(services, host, projectId, clock.now)
  const [own] = await services.members.desksOf(demoOwner.uid)
  for (const { uid } of demoColleagues) {
    await services.members.setKind(own?.desk.id ?? '', uid, 'manager', clock.now)
  }
  const { email, password } = demoOwner
  cookie = cookieFrom(await server.ask('/login', { form: { intent: 'login', email, password } }))
})
afterAll(() => server.close())

describe('A name of a button', () => {
  it('is found where two do different things', () => {
    const form = (id: number) =>
      `<form action="/x"><input type="hidden" name="member" value="${id}"/><button name="intent" value="remove">Remove</button></form>`
    expect(namesShared(form(1) + form(2))).toHaveLength(1)
    expect(namesShared(form(1) + form(1))).toEqual([])
    expect(
      namesShared(form(1) + form(2).replace('<button', '<button aria-label="Remove: B"')),
    ).toEqual([])
  })

  describe.each(languages)('belongs to one thing that it does (%s)', (language) => {
    it.each([
      ...deskRooms.map(({ path }) => path),
      ...partsOfRooms,
      '/dashboard/tickets?ticket=10',
      '/dashboard/tickets?state=held&ticket=8',
      '/dashboard/orders?list=all&order=1002',
      '/dashboard/company?samples&in=de',
      ...sections.split(' ').map((section) => `/dashboard/settings/${section}`),
      '/',
      '/shop',
      '/shop?item=house-coffee',
      '/chat',
    ])('%s', async (path) => {
      const { status, text } = await server.ask(localizedPath(path, language), { cookie })
      expect(status).toBe(200)
      expect(namesShared(text)).toEqual([])
    })
  })
})
