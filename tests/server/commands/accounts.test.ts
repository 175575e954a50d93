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
  for (const words of [[], ['link'], ['list', email], ['block', email, 'now'], ['toString', email]])
    expect(await run(words)).toEqual([1, expect.stringContaining('npm run accounts')])
  await stores.close()
  await place.remove()
})
