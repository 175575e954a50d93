import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { belongings } from '../../../app/domain/erasure/belongings'
import { kindsOfDesk } from '../../../app/domain/record-stores'
import { begin, minute, twoDesks } from '../../contracts/examples'
import { filesWith } from '../../support/files-with'
import { fill, place, stores, useGrowingDesks } from '../../support/growing-desks'

describe('erasing from the SQLite database', () => {
  useGrowingDesks()

  test('one ticket of many leaves nothing in the oldest piece of the search either', async () => {
    await fill(9)
    // In letters of its own, so that the index keeps the three whole.
    const { visitor } = await begin(stores.tickets, 'desk-ben', 'rare', { visitorName: 'Жук' })
    const { kysely } = stores.database
    await sql`insert into search_index (search_index) values ('optimize')`.execute(kysely)
    await stores.erasure.hideTicket(visitor, minute(9))
    while (await stores.erasure.eraseStep(50)) {}
    expect(filesWith(place.folder, 'жук')).not.toEqual([])
    await stores.database.purge()
    expect(filesWith(place.folder, 'жук')).toEqual([])
    expect((await stores.ticketSearch.search('desk-ben', ['bleibe'], {}, 99)).found).toHaveLength(9)
  })

  test('the tables take along and forget what the domain says, and nothing else', async () => {
    const table: Record<string, string> = {
      history: 'ticket_history',
      tags: 'ticket_tags',
      searchTexts: 'search_texts',
      mailStop: 'mail_stops',
      reservations: 'upload_reservations',
      counts: 'desk_counts',
      events: 'order_events',
      words: 'order_words',
      photo: 'photos',
      secondFactor: 'second_factors',
      passkeys: 'passkeys',
      desk: 'desks',
      memberships: 'members',
      keptTickets: 'tickets',
      followUps: 'tickets',
    }
    const named = (owner: string, kinds: readonly string[], how: string) =>
      kinds.map((kind) => `${table[kind] ?? kind} with ${owner}s: ${how}`)
    const rules = Object.entries(belongings).flatMap(([owner, { many, few, forgets }]) => [
      ...named(owner, [...many, ...few], 'CASCADE'),
      ...named(owner, forgets, 'SET NULL'),
    ])
    const { rows } = await sql<{ rule: string }>`
      select tables.name || ' with ' || keys."table" || ': ' || keys.on_delete as rule
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
      where tables.type = 'table' and keys.on_delete <> 'NO ACTION'`.execute(stores.database.kysely)
    expect(rows.length).toBeGreaterThan(20)
    // An account's orders go by themselves, and where a ticket went that was merged goes with it; that a
    // message waits to be indexed, and how many were rated a day, is SQLite's own affair.
    const others = [
      'orders with accounts: SET NULL',
      'tickets with tickets: SET NULL',
      'unindexed_messages with messages: CASCADE',
      'rating_days with desks: CASCADE',
      'asked_days with desks: CASCADE',
      ...kindsOfDesk.map(({ table }) => `${snakeCase(table)} with desks: CASCADE`),
    ]
    expect(
      rows.map(({ rule }) => rule).filter((rule) => ![...rules, ...others].includes(rule)),
    ).toEqual([])
  })

  test('purging what is clean changes nothing, and may be done again', async () => {
    const [desk] = await twoDesks(stores)
    await stores.database.purge()
    await stores.database.purge()
    expect(await stores.desks.findById('desk-ada')).toEqual(desk)
  })
})

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
