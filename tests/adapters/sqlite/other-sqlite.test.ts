import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../../app/adapters/sqlite/database/connection.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { storesOn } from '../../../app/adapters/sqlite/stores.server'
import { lackOf, unless } from '../../support/left-out'
import { makePlace } from './places'

const orders = (number: number, address: string) => `
insert into orders (
  id, number, checkout_key, secret_hash, state, language, email, address, lines, goods, shipping, gross,
  vat, currency, small_business, payment, terms_version, accepted_at, payable_until, created_at,
  updated_at, stock_taken
) values (
  'order-${number}', ${number}, 'key-${number}', 'hash-${number}', 'created', 'de', 'kundin@example.com',
  ${address}, '[]', 0, 0, 0, '[]', 'EUR', 0, 'bank-transfer', 'v1', 0, 0, 0, 0, 0
);
insert into order_events (id, order_id) values ('event-${number}', 'order-${number}');`

const address = { name: 'K', street: 'Weg 1', postcode: '12345', city: 'Ort', country: 'DE' }

describe('a database with orders', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  beforeEach(async () => {
    place = await makePlace()
    await openDatabase(place.file).close()
    const connection = connect(place.file)
    connection.exec(orders(1, 'null') + orders(2, `'${JSON.stringify(address)}'`))
    connection.close()
  })
  afterEach(() => place.remove())

  test('keeps them, with their addresses and with what refers to them', async () => {
    const database = openDatabase(place.file)
    const stores = storesOn(database)
    expect((await stores.orders.find({ number: 1 }))?.address).toBeUndefined()
    expect((await stores.orders.find({ number: 2 }))?.address).toEqual(address)
    await database.close()
    const connection = connect(place.file)
    expect(connection.prepare('select * from order_events').all()).toHaveLength(2)
    expect(() => connection.exec("update orders set address = 'no JSON'")).toThrow('constraint')
    connection.close()
  })

  test('asks json_valid of nothing that may be null without saying so', () => {
    const connection = connect(place.file)
    const tables = connection
      .prepare(
        "select name, sql from sqlite_schema where type = 'table' and sql like '%json_valid%'",
      )
      .all() as { name: string; sql: string }[]
    const careless = tables.flatMap(({ name, sql }) => {
      const columns = connection.prepare(`pragma table_info(${name})`).all() as {
        name: string
        notnull: number
      }[]
      return columns
        .filter((column) => !column.notnull && sql.includes(`json_valid(${column.name})`))
        .filter((column) => !sql.includes(`${column.name} is null or json_valid(${column.name})`))
        .map((column) => `${name}.${column.name}`)
    })
    expect(tables.length).toBeGreaterThan(5)
    expect(careless).toEqual([])
    connection.close()
  })

  // What an operator has beside the service, such as Debian's, which is older than ours.
  const ask = (file: string, command: string, input?: string) =>
    spawnSync('sqlite3', [file, command], { encoding: 'utf8', input })
  const lack = lackOf('our database read by another SQLite', 'sqlite3')

  test('is sound to the sqlite3 of the machine, and restored from its dump', unless(lack), () => {
    expect(ask(place.file, 'pragma integrity_check').stdout).toBe('ok\n')
    const restored = `${place.folder}/restored.sqlite`
    const dump = ask(place.file, '.dump').stdout
    spawnSync('sqlite3', [restored], { input: dump })
    expect(ask(restored, 'select count(*) from orders').stdout).toBe('2\n')
  })
})
