import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '~/adapters/sqlite/stores.server'
import { readConfig } from '~/config'
import { runAccounts } from '~/server/commands/accounts'
import { makePlace } from '../../adapters/sqlite/places'
import { exampleSession } from '../../contracts/examples'
import { ownAccountsOn } from '../../support/own-accounts'

const password = 'a long enough password'

test('the command accounts lists them, links, verifies, blocks and signs out', async () => {
  const place = await makePlace()
  const stores = await openStores(place)
  const { identity, clock } = ownAccountsOn(stores)
  const run = async (words: string[], ACCOUNTS = 'own') => {
    const config = readConfig({ DATA_DIR: place.folder, ACCOUNTS }, 'development')
    let said = ''
    const print = (text: string) => {
      said += text
    }
    return [await runAccounts(config, words, print, clock()), said.trim()]
  }
  const email = 'Ada@example.com'
  const { user, tokens } = await identity.signUp({ email, password }, clock())
  await stores.sessions.create(exampleSession('hash', { user }))

  expect(await run(['list'])).toEqual([0, `${email}  last sign-in 2026-03-04, not verified`])
  expect(await run(['verify', 'ada@EXAMPLE.com'])).toEqual([0, `${email} counts as proved.`])
  expect((await identity.lookup(tokens.idToken)).emailVerified).toBe(true)

  const [code, link] = await run(['link', email])
  expect([code, link]).toEqual([0, expect.stringMatching(/\/verify-email\?mode=resetPassword&/)])
  const oobCode = new URL(String(link)).searchParams.get('oobCode') ?? ''
  expect(await identity.confirmPasswordReset(oobCode, 'four owls in a cupboard')).toEqual({ email })

  const form = { email, password: 'four owls in a cupboard' }
  const here = (await identity.signInWithPassword(form, clock())).tokens.idToken
  expect(await run(['sign-out', email])).toEqual([0, expect.stringContaining('signed out')])
  await expect(identity.lookup(here)).rejects.toMatchObject({ code: 'user-token-expired' })
  expect(await stores.sessions.list(user.uid)).toEqual([])

  expect((await run(['block', email]))[0]).toBe(0)
  const refusal = { code: 'user-disabled' }
  await expect(identity.signInWithPassword(form, clock())).rejects.toMatchObject(refusal)
  expect((await run(['list']))[1]).toContain('blocked')
  expect((await run(['unblock', email]))[0]).toBe(0)
  expect((await identity.signInWithPassword(form, clock())).user.uid).toBe(user.uid)

  const nobody = await run(['block', 'nobody@example.com'])
  expect(nobody).toEqual([1, expect.stringContaining('Nothing was changed')])
  expect(await run(['list'], 'firebase')).toEqual([1, expect.stringContaining('Firebase')])
  for (const words of [
    [],
    ['import', 'a.json'],
    ['link'],
    ['list', email],
    ['block', email, 'now'],
    ['toString', email],
  ])
    expect(await run(words)).toEqual([1, expect.stringContaining('npm run accounts')])
  await stores.close()
  await place.remove()
})

test('the commands accounts import and export write and take files, and change nothing otherwise', async () => {
  const place = await makePlace()
  await (await openStores(place)).close()
  const run = async (...words: string[]) => {
    const config = readConfig({ DATA_DIR: place.folder, ACCOUNTS: 'own' }, 'development')
    let said = ''
    const print = (text: string) => {
      said += text
    }
    return [await runAccounts(config, words, print), said.trim()]
  }
  const file = (name: string, text = '') => {
    writeFileSync(join(place.folder, name), text)
    return join(place.folder, name)
  }
  const key = Buffer.alloc(64, 7).toString('base64')
  const hashes = file('hashes.txt', `base64_signer_key: ${key}, rounds: 8, mem_cost: 14`)
  const users = ['ada', 'ben'].map((name) => ({ localId: name, email: `${name}@example.com` }))
  const exported = file('accounts.json', JSON.stringify({ users }))

  const taken = await run('import', exported, hashes)
  expect(taken).toEqual([0, expect.stringMatching(/^2 of 2 accounts were added/)])
  const again = await run('import', exported, hashes)
  expect(again).toEqual([0, expect.stringMatching(/^0 of 2 accounts were added/)])
  const other = { localId: 'other', email: 'ADA@example.com' }
  const clash = await run('import', file('other.json', JSON.stringify({ users: [other] })), hashes)
  expect(clash).toEqual([1, expect.stringContaining('Another account here has the address: ADA@')])
  for (const [accounts, settings] of [
    [file('broken.json', '{'), hashes],
    [exported, file('none.txt')],
    [join(place.folder, 'missing.json'), hashes],
  ])
    expect(await run('import', accounts ?? '', settings ?? '')).toEqual([
      1,
      expect.stringContaining('Nothing was changed'),
    ])

  const out = join(place.folder, 'out.json')
  expect(await run('export', out)).toEqual([0, expect.stringContaining('firebase auth:import')])
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(out, 'utf8')).users).toMatchObject(
    users.map(({ localId }) => ({ localId })),
  )
  expect(await run('export', out)).toEqual([1, expect.stringContaining('EEXIST')])
  await place.remove()
})
