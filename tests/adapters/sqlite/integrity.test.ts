import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { damageIn } from '../../../app/adapters/sqlite/integrity.server'
import { makePlace } from './places'

/** Writes to the log and is killed. */
const server = `
const Database = require('libsql')
new Database(process.argv[1]).exec('pragma journal_mode = wal; create table notes (body text)')
process.kill(process.pid, 'SIGKILL')
`

test('a check that outlives its server leaves the write-ahead log', async () => {
  const { file, remove } = await makePlace()
  onTestFinished(remove)
  expect(() => execFileSync(process.execPath, ['--eval', server, file])).toThrow()
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(await damageIn(file)).toBeUndefined()
  expect(existsSync(`${file}-wal`)).toBe(true)
})
