import Libsql from 'libsql'
import { type MockInstance, vi } from 'vitest'
import { costContract } from '../../contracts/costs'
import { openTemporaryStores } from './places'

/** What the driver and the search index do beside the verb. */
const beside =
  /^\s*(begin|commit|rollback|savepoint|release|pragma)|sqlite_schema|unindexed|search_/i

const made: MockInstance[] = []
const { prepare } = Libsql.prototype
vi.spyOn(Libsql.prototype, 'prepare').mockImplementation(function (this: Libsql.Database, text) {
  const statement = prepare.call(this, text)
  if (!beside.test(text)) made.push(vi.spyOn(statement, 'all'), vi.spyOn(statement, 'run'))
  return statement
})

costContract('SQLite', openTemporaryStores, 'statements', () => {
  const count = made.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const each of made) each.mockClear()
  return count
})
