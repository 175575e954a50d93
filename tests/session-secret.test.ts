import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStores, readConfig, withSecrets } from '~/config'
import { StoreNotOpened } from '~/domain/stores'
import { temporaryFolder } from './support/app'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = (given: Record<string, string> = {}) =>
  readConfig(
    { DATA_DIR: folder, FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'project', ...given },
    'production',
  )

describe('The session secret of a server without SESSION_SECRET', () => {
  test('is made before its data, for their owner alone, and is the same at each start', async () => {
    const first = withSecrets(config())
    expect(readdirSync(folder)).toEqual(['session-secret'])
    expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
    await (await openStores(first)).close()
    expect(withSecrets(config()).secrets).toEqual(first.secrets)
    expect(Buffer.from(first.secrets[0] ?? '', 'base64')).toHaveLength(32)
  })

  test('is never made beside data, whose sessions and links another one made', async () => {
    await (await openStores(config())).close()
    const before = readdirSync(folder)
    expect(() => withSecrets(config())).toThrow(StoreNotOpened)
    expect(() => withSecrets(config())).toThrow(/session secret is missing.*openssl rand/)
    expect(readdirSync(folder)).toEqual(before)
    const secret = 'Kq3vT0mZ8yWb5nXr1cLd7sHf2gJp9aUe'
    expect(withSecrets(config({ SESSION_SECRET: secret })).secrets).toEqual([secret])
  })

  test('is refused where its file was cut off', () => {
    withSecrets(config())
    const file = join(folder, 'session-secret')
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 9))
    expect(() => withSecrets(config())).toThrow(/fewer than 32 characters/)
  })
})
