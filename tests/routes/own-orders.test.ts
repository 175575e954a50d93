import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import { openTestServer, password, type TestServer, words } from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

describe('Whoever has ordered with an account', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    // The site's own desk has no plans to list them with.
    await server.signUp()
  })
  afterAll(() => server.close())

  test('finds every order again, page by page, and nobody else does', async () => {
    const ada = await server.signUp()
    const ben = await server.signUp()
    const cookie = await fillCart(server, { 'house-coffee': 1 }, ada.cookie)
    const placed = await order(server, cookie, await openCheckout(server, cookie))
    const { orders } = server.services
    const {
      orders: [first],
    } = await orders.list('all', 1)
    if (!first) throw new Error('Nothing was ordered')
    for (let nth = 2; nth <= 26; nth += 1) {
      const key = `key ${nth}`
      await orders.place({ ...first, id: key, checkoutKey: key, secretHash: key }, {})
    }
    for (const language of languages) {
      const said = words[language].plan.purchases
      const numbersAt = async (path: string, who = ada.cookie) => {
        const { status, text } = await server.ask(localizedPath(path, language), { cookie: who })
        expect(status).toBe(200)
        const numbers = textOf(text).match(/N(?:o|r)\.\s\d+/g)
        return { numbers: numbers ?? [], links: linksIn(text), text: textOf(text) }
      }
      const section = '/dashboard/settings/plan'
      expect((await numbersAt('/dashboard')).numbers).toEqual([])
      const earlierAddress = await numbersAt('/dashboard/settings/plan')
      expect(earlierAddress.numbers).toHaveLength(20)
      const newest = await numbersAt(section)
      expect(newest.numbers).toHaveLength(20)
      const next = localizedPath(`${section}?before=1007#purchases`, language)
      expect(newest.links).toContain(next)
      const earlier = await numbersAt(`${section}?before=1007`)
      expect(earlier.numbers).toHaveLength(6)
      expect(earlier.links).toContain(localizedPath(placed.location.replace('/de', ''), language))
      expect(new Set([...newest.numbers, ...earlier.numbers]).size).toBe(26)
      expect((await numbersAt(`${section}?before=x`)).numbers).toHaveLength(20)
      const others = await numbersAt(section, ben.cookie)
      expect(others.numbers).toEqual([])
      expect(others.text).toContain(said.none)
    }
  })

  test('lets those that are unfinished go on when the account is deleted', async () => {
    const { cookie } = await server.signUp()
    const page = (language: Language) =>
      localizedPath('/dashboard/settings/delete?step=confirm', language)
    for (const language of languages) {
      const { text } = await server.ask(page(language), { cookie })
      expect(textOf(text)).not.toContain(words[language].account.ordersGoOn)
    }
    const cart = await fillCart(server, { 'house-coffee': 1 }, cookie)
    const placed = await order(server, cart, await openCheckout(server, cart))
    for (const language of languages) {
      const { text } = await server.ask(page(language), { cookie })
      expect(textOf(text)).toContain(words[language].account.ordersGoOn)
    }
    const form = await server.ask(page('en'), { cookie })
    const deletion = { deletionPassword: password, confirmation: words.en.account.erasureWord }
    const answer = await server.ask(page('en'), {
      cookie,
      form: { ...hiddenIn(form.text), intent: 'delete', ...deletion },
    })
    expect(answer.status).toBe(303)
    expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
    expect((await server.ask(placed.location)).status).toBe(200)
  })
})
