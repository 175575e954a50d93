import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { Connection } from './connection.server'
import { migrations, type Step } from './migrations.server'

const versions = z.array(z.object({ user_version: z.number() })).length(1)

/** Only the copy from before the newest migration is kept. */
export function copyBeforeMigration(file: string): string {
  return `${file}.before-migration`
}

/** The copies still hold what was erased since; the newer version has run by now. */
export function removeCopies(file: string): void {
  for (const copy of [copyBeforeMigration(file), unfinishedCopy(file)])
    rmSync(copy, { force: true })
}

function unfinishedCopy(file: string): string {
  return `${copyBeforeMigration(file)}.unfinished`
}

/**
 * Runs the steps that the database has not seen in one transaction, counted by `PRAGMA
 * user_version`; in an empty one `whole`, which does at once what all of them do. Copies a database
 * with data first. Throws if the database is newer than the steps or a step fails; it is then
 * unchanged, and the previous version can run again.
 */
export function migrate(
  connection: Connection,
  file: string,
  steps: readonly Step[] = migrations,
  whole = steps,
): void {
  const found = version(connection)
  if (found > steps.length) {
    throw new Error(
      `${file} is of schema ${found}; this program knows ${steps.length} at most. ` +
        'Start the newer version of the program, or restore a copy made before it ran.',
    )
  }
  if (found === steps.length) return
  if (found > 0) copyAside(connection, file)
  // A step that rebuilds a table drops the old one, which must not cascade.
  connection.exec('pragma foreign_keys = off')
  try {
    carryOut(connection, steps, whole)
  } finally {
    connection.exec('pragma foreign_keys = on')
  }
}

function carryOut(connection: Connection, steps: readonly Step[], whole: readonly Step[]) {
  connection.exec('begin immediate')
  try {
    // Another process may have migrated while this one waited for the lock.
    const found = version(connection)
    for (const step of found === 0 ? whole : steps.slice(found)) {
      if (typeof step === 'string') connection.exec(step)
      else step(connection)
    }
    // Once: after each of them it takes half as long as the steps of an empty database themselves.
    if (connection.prepare('pragma foreign_key_check').all().length > 0) {
      throw new Error(
        `Migrations ${found + 1} to ${steps.length} leave rows that refer to nothing.`,
      )
    }
    connection.exec(`pragma user_version = ${Math.max(found, steps.length)}`)
    connection.exec('commit')
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback')
    throw error
  }
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
