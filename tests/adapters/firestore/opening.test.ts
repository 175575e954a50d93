import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openStores } from '../../../app/adapters/firestore/stores.server'
import { StoreNotOpened } from '../../../app/domain/stores'
import { readIndexes } from '../../support/firestore-indexes'
import { newProject, onEmulator } from './places'

/** Nobody listens there: the port is for no service. */
const nowhere = { projectId: 'demo-nowhere', emulatorHost: '127.0.0.1:9' }

test('a database that is not to be reached stops the start with a sentence', async () => {
  const opening = openStores(nowhere, 500)
  await expect(opening).rejects.toThrow(StoreNotOpened)
  await expect(opening).rejects.toThrow('no emulator is to be reached at 127.0.0.1:9')
})

test('documents that end by themselves say when, and maps that grow are in no index', () => {
  const { fieldOverrides } = readIndexes()
  const names = (kind: 'ttl' | 'unindexed') =>
    fieldOverrides
      .filter(({ ttl, indexes }) => (kind === 'ttl' ? ttl : indexes.length === 0 && !ttl))
      .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)
  expect(names('ttl')).toEqual(['leases.until', 'sessions.expiresAt'])
  expect(names('unindexed')).toEqual(
    expect.arrayContaining(['deskMonths.begun', 'deskCounts.tickets', 'rooms.strangers']),
  )
})

onEmulator(() => {
  test('no client reads or writes anything', async () => {
    const { projectId, emulatorHost } = newProject()
    const source = { files: [{ name: 'rules', content: readFileSync('firestore.rules', 'utf8') }] }
    const set = await fetch(
      `http://${emulatorHost}/emulator/v1/projects/${projectId}:securityRules`,
      {
        method: 'PUT',
        body: JSON.stringify({ rules: source }),
      },
    )
    expect(set.status).toBe(200)
    const documents = `http://${emulatorHost}/v1/projects/${projectId}/databases/(default)/documents`
    expect((await fetch(`${documents}/desks/one`)).status).toBe(403)
    const body = JSON.stringify({ fields: {} })
    const written = await fetch(`${documents}/desks/one`, { method: 'PATCH', body })
    expect(written.status).toBe(403)
  })
})
