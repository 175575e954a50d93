import { beforeEach, describe, expect, it } from 'vitest'
import type { Language } from '~/domain/text/languages'
import { replyAsOwner } from '~/domain/tickets/conversations'
import { exampleMessageMail } from '../contracts/message-mail'
import { textOf } from '../support/html'
import { htmlFaults } from '../support/html-faults'
import { day, mailDesk, minute, server, useMailDesk } from '../support/mail-desk'

const email = 'vera@example.com'
const own = { de: 'Ada Lovelace\nRösterei', en: 'Ada Lovelace\nRoastery' }
const ofDesk = { de: 'Café Morgenrot\nKöln', en: 'Café Morgenrot\nCologne' }

describe('the signature of a letter', () => {
  useMailDesk()
  beforeEach(async () => {
    const events = { ticket: 'off', message: 'off' } as const
    await mailDesk.accounts.setNotifications('ada', { events })
  })

  const saveOwn = (signature: typeof own | { de: string }, uid = 'ada') =>
    mailDesk.members.saveChoices(mailDesk.desk.id, uid, { signature })
  const saveDesk = (signature: typeof ofDesk) =>
    mailDesk.desks.saveTexts(mailDesk.desk.id, { signature })

  /** The letters of an answer, in the guest's language: to them, and to who is in copy. */
  async function letters(locale: Language = 'de', byUid = 'ada', writtenTo?: string) {
    const mail = { ...exampleMessageMail(`mail ${server.received.length}`), from: email }
    const { owner } = await mailDesk.begin('Milk?', { email, locale, mail, writtenTo })
    const said = { clientKey: 'answer', body: 'Yes.\n\nUntil six.', locale: 'de' } as const
    const copies = ['bob@copy.example']
    await replyAsOwner(mailDesk, { ...owner, byUid }, { ...said, copies }, mailDesk.now)
    const before = server.received.length
    for (const wait of [0, 2 * minute]) {
      mailDesk.forward(wait)
      await mailDesk.round()
    }
    return server.received.slice(before).map(({ mail }) => mail)
  }

  it('is its writer’s, below the words and above the notice, in text and HTML', async () => {
    await saveOwn(own)
    await saveDesk(ofDesk)
    const both = await letters()
    expect(both).toHaveLength(2)
    for (const { text, html = '' } of both) {
      expect(text).toMatch(/^Yes\.\n\nUntil six\.\n\nAda Lovelace\nRösterei\n\n-- \n/)
      const shown = textOf(html)
      expect(shown.indexOf('Ada Lovelace')).toBeGreaterThan(shown.indexOf('Until six.'))
      expect(shown.indexOf('Ada Lovelace')).toBeLessThan(shown.indexOf('--'))
      expect(html).toContain('Ada Lovelace<br/>Rösterei')
      expect(htmlFaults(html)).toEqual([])
    }
  })

  it('is in the guest’s language where there is one, also the desk’s before its writer’s in another', async () => {
    await saveOwn(own)
    const [english] = await letters('en')
    expect(english?.text).toContain('Roastery')
    await saveOwn({ de: own.de })
    mailDesk.forward(2 * day)
    expect((await letters('en'))[0]?.text).toContain(own.de)
    await saveDesk(ofDesk)
    mailDesk.forward(2 * day)
    expect((await letters('en'))[0]?.text).toContain(ofDesk.en)
  })

  it('is the desk’s for members without one, for who has left, and where the desk answers as one', async () => {
    await saveDesk(ofDesk)
    const [first] = await letters()
    expect(first?.text).toContain(ofDesk.de)
    await mailDesk.join('cleo')
    await saveOwn({ de: 'Cleo' }, 'cleo')
    mailDesk.forward(2 * day)
    expect((await letters('de', 'cleo'))[0]?.text).toContain('\n\nCleo\n\n-- \n')
    await mailDesk.desks.saveGuestsSee(mailDesk.desk.id, 'desk')
    mailDesk.forward(2 * day)
    const [asOne] = await letters('de', 'cleo')
    expect(asOne?.text).toContain(ofDesk.de)
    expect(asOne?.text).not.toContain('Cleo')
    await mailDesk.desks.saveGuestsSee(mailDesk.desk.id, undefined)
    await mailDesk.members.remove(mailDesk.desk.id, 'cleo', mailDesk.now)
    mailDesk.forward(2 * day)
    expect((await letters('de', 'cleo'))[0]?.text).toContain(ofDesk.de)
  })

  it('is that of the address its guest wrote to, before the desk’s and after its writer’s', async () => {
    await saveDesk(ofDesk)
    const alias = { name: 'orders', deskId: mailDesk.desk.id, chosenAt: mailDesk.now }
    await mailDesk.mailAliases.add({ ...alias, signature: { de: 'Bestellungen' } }, 5)
    const written = async (locale: Language) => (await letters(locale, 'ada', 'orders'))[0]?.text
    expect(await written('de')).toContain('\n\nBestellungen\n\n-- \n')
    mailDesk.forward(2 * day)
    expect(await written('en')).toContain(ofDesk.en)
    await saveOwn(own)
    mailDesk.forward(2 * day)
    expect(await written('de')).toContain(own.de)
  })

  it('is missing where nobody has written one', async () => {
    const [letter] = await letters()
    expect(letter?.text).toMatch(/^Yes\.\n\nUntil six\.\n\n-- \n/)
  })
})
