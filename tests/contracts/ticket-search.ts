import { describe, expect, test } from 'vitest'
import { mergeChanges } from '../../app/domain/tickets/merging'
import { searchWords, seqFound } from '../../app/domain/tickets/search'
import type { NewTicket } from '../../app/domain/tickets/tickets'
import { begin, exampleMessage, minute, type OpenStores } from './examples'
import { exampleMessageMail } from './message-mail'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

export function ticketSearchContract(name: string, open: OpenStores) {
  describe(`searching tickets in ${name}`, () => {
    useTwoDesks(open)

    /** A ticket with these words in it, changed at its number's minute. */
    async function beginWith(title: string, bodies: string[], ticket: Partial<NewTicket> = {}) {
      const details = { visitorName: '', visitorEmail: '', ...ticket }
      const begun = await begin(stores.tickets, ticket.deskId ?? desk, title, details)
      for (const [index, body] of bodies.entries()) {
        await stores.tickets.append(
          begun.owner,
          exampleMessage(`${title}-${index}`, { body }),
          () => ({
            updatedAt: minute(begun.ticket.number),
          }),
        )
      }
      return begun
    }

    const find = async (typed: string, filter = {}, limit = 99) => {
      const { found } = await stores.ticketSearch.search(desk, searchWords(typed), filter, limit)
      return found.map(({ ticket }) => ticket.title)
    }

    test('Müller, Mueller and Muller are one, found by how they begin', async () => {
      await beginWith('a', ['Ich bin Frau Müller.'])
      await beginWith('b', ['Hier ist Mueller, guten Tag'])
      await beginWith('c', ['regards, muller'])
      await beginWith('d', ['Maler Möller'])
      for (const typed of ['Müller', 'Mueller', 'Muller', 'MÜLLER', 'müll'])
        expect(await find(typed)).toEqual(['c', 'b', 'a'])
    })

    test('parts of words are found where the store supports it', async () => {
      await beginWith('a', ['Wegen der Neueröffnung fehlt ein Autoersatzteil von Müller.'])
      await beginWith('b', ['Faxlinie'])
      const infix = stores.ticketSearch.level === 'infix'
      for (const typed of ['Eröffnung', 'Ersatzteil', 'uell', 'ulle'])
        expect(await find(typed)).toEqual(infix ? ['a'] : [])
      expect(await find('axl')).toEqual(infix ? ['b'] : [])
    })

    test('parts of a word that stand apart are not the word', async () => {
      await beginWith('a', ['Das beste Telefon zum Lungern'])
      await beginWith('b', ['Meine Bestellung'])
      expect(await find('Bestellung')).toEqual(['b'])
    })

    test('marks, sharp s and umlauts do not stand in the way', async () => {
      await beginWith('a', ['Die Straße zum Café ist gesperrt, Crème brûlée aus.'])
      await beginWith('b', ['Wegen der Neueröffnung fehlt ein Autoersatzteil.'])
      for (const typed of ['strasse', 'STRASSE', 'cafe', 'creme brulee', 'Straß'])
        expect(await find(typed)).toEqual(['a'])
      for (const typed of ['Autoersatz', 'neue', 'Neueroffnung'])
        expect(await find(typed)).toEqual(['b'])
    })

    test('all words must be there, in whichever message, note or name', async () => {
      const { owner } = await beginWith('a', ['Wo ist mein Paket?', 'Es war ein Geschenk.'], {
        visitorName: 'Vera Lindström',
        visitorEmail: 'vera.l@example.com',
      })
      const note = { author: 'owner', kind: 'note', body: 'Zahlt immer spät' } as const
      await stores.tickets.append(owner, exampleMessage('note', note), () => ({ tags: ['Eilt'] }))
      await beginWith('b', ['Ein Paket kam an.'])
      for (const typed of [
        'Paket Geschenk',
        'geschenk vera',
        'zahlt PAKET',
        'lindstrom',
        'vera.l@example.com',
        'eilt spät',
      ])
        expect(await find(typed)).toEqual(['a'])
      expect(await find('paket')).toEqual(['b', 'a'])
      expect(await find('Paket Luftballon')).toEqual([])
    })

    test('the subject of an e-mail is found, and shown where its message has none of the words', async () => {
      const mail = exampleMessageMail('one', { subject: 'Ihre Lieferung „Teekanne“ im August' })
      const { owner } = await begin(stores.tickets, desk, 'a')
      const message = exampleMessage('mailed', { body: 'Wann kommt sie?', mail })
      await stores.tickets.append(owner, message, () => ({}))
      for (const typed of ['Teekanne', 'august', 'lieferung kommt']) {
        expect(await find(typed)).toEqual(['a'])
      }
      const { found } = await stores.ticketSearch.search(desk, ['teekanne'], {}, 9)
      const text = found[0]?.snippets[0]?.parts.map((part) => part.text).join('')
      expect(text).toBe(mail.subject)
    })

    test('two letters begin a word, a single one is a word', async () => {
      await beginWith('a', ['Größe XL, Farbe C'])
      await beginWith('b', ['Faxlinie'])
      expect(await find('xl')).toEqual(['a'])
      expect(await find('c')).toEqual(['a'])
      expect(await find('ax')).toEqual([])
    })

    test('the number that was typed comes first, then the newest ticket', async () => {
      await beginWith('called', [], { visitorName: 'Frau Zwei 2' })
      await beginWith('second', ['Hallo'])
      for (const title of ['third', 'fourth']) await beginWith(title, ['Wir sind 2 Leute'])
      expect(await find('2')).toEqual(['second', 'fourth', 'third', 'called'])
      expect(await find('#2')).toEqual(['second', 'fourth', 'third', 'called'])
    })

    test('pages follow each other without a gap', async () => {
      for (const title of ['a', 'b', 'c', 'd', 'e']) await beginWith(title, ['Tee'])
      const seen: string[] = []
      let next: string | undefined
      do {
        const page = await stores.ticketSearch.search(desk, ['tee'], {}, 2, next)
        seen.push(...page.found.map(({ ticket }) => ticket.title))
        next = page.next
      } while (next && seen.length < 99)
      expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
      const other = await stores.ticketSearch.search(desk, ['te'], {}, 2, 'nonsense')
      expect(other.found).toHaveLength(2)
    })

    test('the number that was typed stands before all pages, and on none of them again', async () => {
      for (const title of ['a', 'b', 'c', 'd']) await beginWith(title, ['Wir sind 2'])
      const seen: string[] = []
      let next: string | undefined
      do {
        const page = await stores.ticketSearch.search(desk, ['2'], {}, 1, next)
        seen.push(...page.found.map(({ ticket }) => ticket.title))
        next = page.next
      } while (next && seen.length < 99)
      expect(seen).toEqual(['b', 'd', 'c', 'a'])
      expect(await find('2', { state: 'solved' })).toEqual([])
    })

    test('old tickets are found behind many newer ones, by words that lie in different messages', async () => {
      const { owner } = await beginWith('old', ['Ein Regenschirm', 'in Lila'])
      const tagged = [owner]
      for (let count = 0; count < 600; count += 1) {
        const begun = await begin(stores.tickets, desk, `new ${count}`)
        if (count % 4 === 0) tagged.push(begun.owner)
      }
      for (const each of tagged) await stores.tickets.move(each, () => ({ tags: ['Ware'] }))
      await beginWith('newest', ['Regenschirm'])
      expect(await find('regenschirm lila')).toEqual(['old'])
      expect(await find('regenschirm')).toEqual(['newest', 'old'])
      expect(await find('regenschirm', { tag: 'ware' })).toEqual(['old'])
    })

    test('filters narrow it, held ones are found only by theirs, neighbours’ never', async () => {
      const { owner } = await beginWith('a', ['Tee'])
      await stores.tickets.move(owner, () => ({ priority: 'high', tags: ['Ware'] }))
      await beginWith('b', ['Tee'], { state: 'held', waitingSince: undefined })
      await beginWith('c', ['Tee'], { deskId: neighbour })
      await beginWith('d', ['Tee'])
      expect(await find('tee')).toEqual(['d', 'a'])
      expect(await find('tee', { priority: 'high', tag: 'ware', state: 'open' })).toEqual(['a'])
      expect(await find('tee', { state: 'held' })).toEqual(['b'])
      expect(await find('tee', { state: 'solved' })).toEqual([])
      await stores.tickets.move(owner, () => ({ state: 'closed', waitingSince: undefined }))
      expect(await find('tee', { state: 'done' })).toEqual(['a'])
    })

    test('a name that changes is found as it is now', async () => {
      const { owner } = await beginWith('a', [], { visitorName: 'Vera' })
      await stores.tickets.move(owner, () => ({
        visitorName: 'Gerda',
        visitorEmail: 'g@b.example',
      }))
      expect(await find('vera')).toEqual([])
      expect(await find('gerda b.example')).toEqual(['a'])
    })

    test.each([
      '"',
      '""',
      "'",
      'tee"',
      'tee AND',
      'NOT tee',
      'tee*',
      'NEAR(tee)',
      'words:tee',
      '(tee',
      '{}^-+',
      'tee OR 1=1 --',
      '%',
      '\0',
      '🙂',
      '\ud800',
      '   ',
      'x'.repeat(5_000),
    ])('what people type breaks nothing: %j', async (typed) => {
      await beginWith('a', ['Ein Tee, bitte'])
      const answer = await stores.ticketSearch.search(desk, searchWords(typed), {}, 9)
      expect(answer.found.length).toBeLessThan(2)
    })

    test('a sign beside a word does not hide it', async () => {
      await beginWith('a', ['Ein "Tee", bitte (heiß)'])
      for (const typed of ['"tee"', 'tee,', 'heiß)', 'tee - heiß'])
        expect(await find(typed)).toEqual(['a'])
    })

    test('shows the words in the messages that say most of them, hits marked', async () => {
      await beginWith('a', ['Müller und Tee', 'Nur Tee', 'Nur Tee noch einmal', 'Nichts'])
      const { found } = await stores.ticketSearch.search(desk, ['tee', 'mueller'], {}, 9)
      expect(found[0]?.snippets).toEqual([
        {
          seq: 2,
          author: 'visitor',
          kind: 'text',
          createdAt: minute(1),
          parts: [
            { text: 'Müller', hit: true },
            { text: ' und ', hit: false },
            { text: 'Tee', hit: true },
          ],
        },
        expect.objectContaining({ seq: 4 }),
      ])
    })

    test('a hit in a merged ticket has the place of its message in the other', async () => {
      await beginWith('a', ['Kaffee', 'Kaffee'])
      await beginWith('b', ['Tee', 'Tee', 'Tee', 'Tee', 'Tee'])
      await stores.tickets.merge(desk, { source: 2, target: 1 }, (source, target) =>
        mergeChanges(source, target, minute(3)),
      )
      const target = await stores.tickets.find({ deskId: desk, number: 1 })
      const messages = await stores.tickets.messages({ deskId: desk, number: 1 }, 0, 99)
      const { found } = await stores.ticketSearch.search(desk, ['tee'], {}, 9)
      const seq = seqFound(found[0] ?? { snippets: [] })
      expect(messages.find((message) => message.seq === seq)?.body).toBe('Tee')
      expect(seq).toBe(target?.lastSeq)
    })

    test('a hit in the subject of an e-mail alone is in no message', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      const mail = exampleMessageMail('one', { subject: 'Tee' })
      await stores.tickets.append(owner, exampleMessage('m', { body: 'Kaffee', mail }), () => ({}))
      const found = async (typed: string) => {
        const page = await stores.ticketSearch.search(desk, [typed], {}, 9)
        return page.found.map(seqFound)
      }
      expect(await found('tee')).toEqual([undefined])
      expect(await found('kaffee')).toEqual([2])
    })
  })
}
