import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { leftOutBlock } from '../support/left-out'
import { sourcesIn } from '../support/source-files'

const run = promisify(execFile)

test('a run on a machine without sqlite3 ends with what it left out, why, and what brings it', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'bare-'))
  symlinkSync(process.execPath, join(bare, 'node'))
  symlinkSync('/bin/sh', join(bare, 'sh'))
  const asked = ['run', '--project', 'domain', 'tests/adapters/sqlite/other-sqlite.test.ts']
  const { stdout } = await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...asked], {
    env: { NODE_ENV: 'test', PATH: bare, NO_COLOR: '1' },
  })
  rmSync(bare, { recursive: true })
  const [, block] = stdout.split('LEFT OUT')
  expect(block).toContain('our database read by another SQLite: 1 test\n')
  expect(block).toContain('sqlite3 is not installed')
  expect(block).toContain('apt-get install sqlite3')
})

test('a run that left nothing out says nothing of it', () => {
  expect(leftOutBlock([])).toBe('')
})

test('no test is left out without its reason', () => {
  const silent = sourcesIn('tests').filter(({ path, text }) => {
    // What only one kind of accounts can do runs with that.
    const others = text.replaceAll(/\.(skipIf|runIf)\(ownAccounts\)/g, '')
    return /\.(skipIf|runIf|skip|todo)\b[.(]/.test(others) && !path.endsWith('left-out.test.ts')
  })
  expect(silent.map(({ path }) => path)).toEqual([])
})
