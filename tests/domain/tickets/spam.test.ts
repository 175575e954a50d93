import { describe, expect, it, test } from 'vitest'
import { rateLimits } from '~/domain/limits/rate-limits'
import { type FirstForm, linksIn, paceOf, sameWords, suspicionOf } from '~/domain/tickets/spam'

const rules = { leastAge: 2_000, ownHosts: ['counter.example'] }

function form(body: string, about: Partial<FirstForm> = {}): FirstForm {
  return { trapped: false, age: 20_000, name: '', body, ...about }
}

/** First messages as people write them; `{n}` is a number that differs from run to run. */
const human = [
  'Hi',
  'Hello, is anybody there?',
  'Haben Sie morgen geöffnet?',
  'Where is my order {n}?',
  'Bestellnummer: 2026-{n}-DE\nSendungsnummer: 00340434{n}\nStatus: „in Zustellung“ seit Dienstag.',
  'Die Donaudampfschifffahrtsgesellschaftskapitänsmütze aus Auftrag {n} ist zu klein.',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz?! Nein: nur der Käsekuchen für {n} Personen.',
  'I saw this cup at https://shop.example/cups/{n} – do you have it in green?',
  'Passt https://www.maps.example/?q=K%C3%B6ln&z={n}#hier zu Ihrer Adresse?',
  'Your own page https://counter.example/shop and https://counter.example/chat say different prices for {n}.',
  'The link https://shop.example/a. I opened https://shop.example/a twice, {n} times it failed.',
  'My address is vera{n}@example.com, my colleague’s is ben@example.com.',
  'Siehe Rechnung Nr. {n} vom 3.4.2026, z.B. Pos.1, u.a. 2.Mahnung. Grüße,M.',
  'WARUM ANTWORTET NIEMAND???!!! Tisch {n}!!!',
  '1. Cup\n2. Saucer\n3. Spoon\nTotal: {n},50 €',
  'ok',
  '👍👍👍',
  'Können Sie mir bitte {n} Brötchen, zwei Brezeln/Laugenstangen & ein Vollkornbrot (geschnitten) zurücklegen? Hole alles um 7:30 Uhr ab.',
  'Error 0x80{n} at Object.render (app.js:12:3)\n    at next (router.js:4:1)',
  'مرحبا، هل أنتم مفتوحون غدا؟ {n}',
]

describe('first messages of people', () => {
  // Fast typists, and those who were called away over it.
  const ages = [3_000, 2_000, 45_000, 3 * 3_600_000, 23 * 3_600_000, 30 * 3_600_000]
  const names = ['', 'Vera', 'Dr. Ä. von Öttingen-Müller', 'J.-P. O’Neill', 'Ben @ Work', '李小龍']
  const runs = Array.from({ length: 200 }, (_, run) => {
    const text = human[run % human.length] ?? ''
    return form(text.replaceAll('{n}', String(4_711 + run)), {
      age: ages[run % ages.length],
      name: names[run % names.length] ?? '',
    })
  })

  it('is never suspicious', () => {
    expect(runs.filter((each) => suspicionOf(each, rules))).toEqual([])
  })

  it('is recognised where it is long enough to be somebody’s own, whatever its punctuation', () => {
    const one = 'Cheap watches for you, the best of all the world: write to us!'
    expect(sameWords(one)).toBe(sameWords(one.toUpperCase().replaceAll(' ', ' \n– ')))
    expect(sameWords(one)).not.toBe(sameWords(`${one} 2`))
    expect(sameWords('Hello, is anybody there?')).toBeUndefined()
  })
})

describe('suspected spam', () => {
  const links = 'Best pills https://one.example and www.two.example!'
  test.each<[string, FirstForm, string]>([
    ['a field that nobody sees is filled in', form('Hi', { trapped: true }), 'trap'],
    ['no form of ours was opened', form('Hi', { age: undefined }), 'unstamped'],
    ['nobody writes as fast', form('Hi', { age: 1_999 }), 'hurry'],
    ['it brings two links', form(links), 'links'],
    ['the name is a link', form('Hi', { name: 'WWW.pills.example' }), 'links'],
  ])('because %s', (_, spam, reason) => {
    expect(suspicionOf(spam, rules)).toBe(reason)
  })

  it('by the age of its form only where a minimum age is set', () => {
    const anyAge = { ...rules, leastAge: 0 }
    for (const age of [undefined, 0])
      expect(suspicionOf(form('Hi', { age }), anyAge)).toBe(undefined)
    expect(suspicionOf(form(links), anyAge)).toBe('links')
  })
})

test('a link counts once, and one to the site itself not at all', () => {
  expect(linksIn('http://a.example/x, https://a.example/x/ (www.b.example)')).toEqual([
    'a.example/x',
    'www.b.example',
  ])
  expect(linksIn('https://counter.example/de/chat?t=1', rules.ownHosts)).toEqual([])
  expect(linksIn('https://counter.example.evil.example', rules.ownHosts)).toHaveLength(1)
})

describe('the pace', () => {
  test.each([
    [undefined, 'usual'],
    [2_000, 'quickly'],
    [15_000, 'usual'],
    [24 * 3_600_000, 'usual'],
    [24 * 3_600_000 + 1, 'late'],
  ])('of a form %s milliseconds old is %s', (age, pace) => {
    expect(paceOf(age)).toBe(pace)
  })

  it('has a limit for each desk and each network, so that one sender uses up nobody else’s', () => {
    const whose = rateLimits.filter(({ name }) => name === 'begin').map(({ per }) => per)
    expect(new Set(whose)).toEqual(new Set(['address', 'account']))
  })
})
