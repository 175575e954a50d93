import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import Libsql from 'libsql'
import { z } from 'zod'
import { StoreNotOpened } from '../../../domain/stores'
import type { Connection } from '../database/connection.server'
import { steps as allSteps, baselineVersion, type Step } from './steps.server'

const versions = z.array(z.object({ user_version: z.number() })).length(1)

/** The newest commit that brings a database of any earlier schema to the baseline's. */
const lastBeforeBaseline = '3ea8ac37'

/** Only the copy from before the newest migration is kept. */
export function copyBeforeMigration(file: string): string {
  return `${file}.before-migration`
}

/** The copies contain data erased since, and the newer version has run by now. */
export function removeCopies(file: string): void {
  for (const copy of [copyBeforeMigration(file), unfinishedCopy(file)])
    rmSync(copy, { force: true })
}

function unfinishedCopy(file: string): string {
  return `${copyBeforeMigration(file)}.unfinished`
}

/**
 * Runs the steps that the database has not seen in one transaction, counted by `PRAGMA user_version`.
 * Copies a database with data first. Throws StoreNotOpened if the database is newer than the steps,
 * older than the baseline or of another program; throws if a step fails. It is then unchanged, and the
 * previous version can run again.
 */
export function migrate(
  connection: Connection,
  file: string,
  steps: readonly Step[] = allSteps,
): void {
  const refusal = refusalOf(connection, steps)
  if (refusal) throw new StoreNotOpened(`${file} ${refusal}.`)
  const found = version(connection)
  if (found === 0 && objectsIn(connection).length > 0) {
    throw new StoreNotOpened(
      `${file} is a database of another program. It is left as it is: set another DATA_DIR.`,
    )
  }
  const newest = baselineVersion + steps.length - 1
  if (found === newest) return
  if (found > 0) copyAside(connection, file)
  // A step that rebuilds a table drops the old one, which must not cascade.
  connection.exec('pragma foreign_keys = off')
  try {
    runSteps(connection, steps)
  } finally {
    connection.exec('pragma foreign_keys = on')
  }
}

function runSteps(connection: Connection, steps: readonly Step[]) {
  connection.exec('begin immediate')
  try {
    // Another process may have migrated while this one waited for the lock.
    const found = version(connection)
    for (const step of steps.slice(found === 0 ? 0 : found - baselineVersion + 1)) {
      if (typeof step === 'string') connection.exec(step)
      else step(connection)
    }
    // Once: after each of them it takes half as long as the steps of an empty database themselves.
    if (connection.prepare('pragma foreign_key_check').all().length > 0) {
      throw new Error(`The migrations after ${found} leave rows that refer to nothing.`)
    }
    const newest = baselineVersion + steps.length - 1
    connection.exec(`pragma user_version = ${Math.max(found, newest)}`)
    connection.exec('commit')
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback')
    throw error
  }
}

/** Why these steps cannot read its version, in words that follow its name; undefined where they can. */
export function refusalOf(
  connection: Connection,
  steps: readonly Step[] = allSteps,
): string | undefined {
  const found = version(connection)
  const newest = baselineVersion + steps.length - 1
  if (found > newest) {
    return (
      `is of schema ${found}; this program knows ${newest} at most. ` +
      'Start the newer version of the program, or restore a copy made before it ran'
    )
  }
  if (found > 0 && found < baselineVersion) {
    return (
      `is of schema ${found}, from before 25 November 2026; ${baselineVersion} is the oldest that this ` +
      `program reads. Let commit ${lastBeforeBaseline} of the program open it once, which makes that ` +
      'schema; restore a backup there, too'
    )
  }
  return undefined
}

/** Whether it has the tables, indexes and triggers of a version that can be read, and nothing else. */
export function isOurs(connection: Connection): boolean {
  const found = version(connection)
  if (found < baselineVersion || refusalOf(connection)) return false
  const fresh = new Libsql(':memory:')
  try {
    runSteps(fresh, allSteps.slice(0, found - baselineVersion + 1))
    return objectsIn(fresh).join() === objectsIn(connection).join()
  } finally {
    fresh.close()
  }
}

const objects = z.array(z.object({ object: z.string() }))

function objectsIn(connection: Connection): string[] {
  const rows = connection
    .prepare(
      "select type || ' ' || name as object from sqlite_schema where name not like 'sqlite\\_%' escape '\\' order by 1",
    )
    .all()
  return objects.parse(rows).map(({ object }) => object)
}

function version(connection: Connection): number {
  const [row] = versions.parse(connection.prepare('pragma user_version').all())
  return row?.user_version ?? 0
}

/** The copy gets its name only when it is complete and synced. */
function copyAside(connection: Connection, file: string) {
  const copy = copyBeforeMigration(file)
  const unfinished = unfinishedCopy(file)
  rmSync(unfinished, { force: true })
  const descriptor = openSync(unfinished, 'w', 0o600)
  try {
    connection.prepare('vacuum into ?').run(unfinished)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(unfinished, copy)
}
