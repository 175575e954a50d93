import { expect, test } from 'vitest'
import { openStores } from '~/adapters/sqlite/stores.server'
import { readConfig } from '~/config'
import { runSiteDesk } from '~/server/commands/site-desk'
import { makePlace } from '../../adapters/sqlite/places'
import { exampleAccount, twoDesks } from '../../contracts/examples'

test('the command site-desk shows who runs the shop, and gives it to a verified account', async () => {
  const place = await makePlace()
  const run = async (words: string[], SITE_DESK = '') => {
    const config = readConfig({ DATA_DIR: place.folder, SITE_DESK }, 'development')
    let said = ''
    const code = await runSiteDesk(config, words, (text) => {
      said += text
    })
    return [code, said.trim()]
  }
  const stores = await openStores(place)
  await twoDesks(stores)
  await stores.accounts.save(exampleAccount('ada', { emailVerified: true }))

  expect(await run([])).toEqual([0, expect.stringContaining('first account with a verified')])
  const named = await run([], 'mara@example.com')
  expect(named).toEqual([0, expect.stringContaining('mara@example.com, which SITE_DESK names')])
  for (const address of ['nobody@example.com', 'ben@example.com']) {
    expect(await run([address])).toEqual([1, expect.stringContaining('Nothing was changed')])
  }
  expect(await run(['ADA@example.com'])).toEqual([0, expect.stringContaining('from now on')])
  expect(await run([])).toEqual([0, 'ada@example.com'])
  expect(await run(['--give', 'x'])).toEqual([1, expect.stringContaining('npm run site-desk')])
  await stores.close()
  await place.remove()
})
