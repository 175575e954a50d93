import { describe, expect, test } from 'vitest'
import type { Peopled } from '~/domain/desks/people'
import {
  mentionable,
  mentioned,
  mentionsIn,
  mostMentioned,
  withMentions,
} from '~/domain/tickets/mentions'

const desk: Peopled = {
  people: {
    jonas: { name: 'Jonas Krüger' },
    elif: { name: 'Elif' },
    annaBerg: { name: 'Anna Berg' },
    annaKurz: { name: 'Anna  Kurz' },
    joerg: { name: 'Jörg Straße' },
    annKathrin: { name: 'Ann-Kathrin (Büro)' },
    ilker: { name: 'İlker Öz' },
    gone: { name: 'Greta Gone', left: true },
    nameless: { name: '' },
    address: { name: 'ida@example.com' },
  },
}

describe('a note names', () => {
  test.each<[string, string[]]>([
    ['@Jonas, can you look?', ['jonas']],
    ['Please (@jonas) or "@ELIF".', ['jonas', 'elif']],
    ['@Jonas Krüger and @jonas krüger', ['jonas']],
    ['@JÖRG or @jörg  straße?', ['joerg']],
    ['@Jo\u0308rg'.normalize('NFC'), ['joerg']],
    ['@İlker', ['ilker']],
    ['First line\n@Elif\n', ['elif']],
    ['@Jonas.', ['jonas']],
    ['@Elif’s cake', ['elif']],
    ['@Anna should know', []],
    ['@Anna Kurz should know', ['annaKurz']],
    ['@anna berg, @Anna\u00a0Kurz', ['annaBerg', 'annaKurz']],
    ['@Anna\nBerg', []],
    ['@Ann-Kathrin and not @Ann', ['annKathrin']],
    ['@Ann-Kathrin (Büro)', ['annKathrin']],
    ['@Jonas-Peter, @Jonasson, @Jonas_2', []],
    ['write to post@jonas, info@elif.example or a.@jonas', []],
    ['@jonas.example and @elif@example.com', []],
    ['https://example.com/@jonas?to=@elif', []],
    ['@Greta', []],
    ['@Greta Gone', []],
    ['@ida@example.com, @ida', []],
    ['@ Jonas, Jonas, @', []],
  ])('%j', (text, uids) => {
    expect(mentioned(text, desk, undefined)).toEqual(uids)
  })

  test('everybody once, and never its author', () => {
    expect(mentioned('@Elif @Jonas @elif', desk, 'jonas')).toEqual(['elif'])
  })

  test('nobody at a desk of one', () => {
    const people = { ada: { name: 'Ada' }, ben: { name: 'Ben', left: true as const } }
    expect(mentionsIn('@Ada @Ben', { people })).toEqual([])
    expect(mentionsIn('@Ada', {})).toEqual([])
  })

  test('the member with exactly this name, rather than others by their first name', () => {
    const people = { a: { name: 'Anna' }, b: { name: 'Anna Berg' }, c: { name: 'Anna Kurz' } }
    expect(mentioned('@Anna', { people }, undefined)).toEqual(['a'])
    expect(mentioned('@Anna Berg', { people }, undefined)).toEqual(['b'])
    const twins = { ...people, d: { name: 'anna berg' } }
    expect(mentioned('@Anna Berg', { people: twins }, undefined)).toEqual([])
  })

  test('a limited number of members', () => {
    const names = Array.from({ length: mostMentioned + 1 }, (_, index) => `Name${index}x`)
    const people = Object.fromEntries(names.map((name) => [name, { name }]))
    const text = names.map((name) => `@${name}`).join(' ')
    expect(mentioned(text, { people }, undefined)).toEqual(names.slice(0, mostMentioned))
  })
})

test('a page of notes that are full of signs is read at once', () => {
  const names = Array.from(
    { length: 20 },
    (_, at) => `${'x'.repeat(at + 1)} ${'y'.repeat(30 + at)}`,
  )
  const people = Object.fromEntries(names.map((name, at) => [`u${at}`, { name }]))
  const began = process.cpuUsage()
  for (let note = 0; note < 50; note += 1) mentionsIn('@ '.repeat(2_000), { people })
  // Microseconds of a processor: a machine with other work takes longer by the clock.
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

test('a text is split at its mentions, for those who read it', () => {
  expect(withMentions('Hello @Jonas and @Elif', desk)).toEqual([
    'Hello ',
    '@Jonas',
    ' and ',
    '@Elif',
    '',
  ])
  expect(withMentions('Hello Jonas', desk)).toBeUndefined()
})

test('each offered name names its member', () => {
  const offered = mentionable(desk, 'elif')
  expect(offered).toEqual(['@Jonas', '@Anna Berg', '@Anna Kurz', '@Jörg', '@Ann-Kathrin', '@İlker'])
  for (const name of offered) expect(mentioned(`${name}, please`, desk, 'elif')).toHaveLength(1)
})
