import { type Config, openStores, withSecrets } from '~/config'
import { setupLink } from '../setup-link'

const usage = `npm run accounts -- setup   a link with which the shop is set up, for a day
`

/** The command `accounts`, also beside a running server. Returns the exit code. */
export async function runAccounts(
  config: Config,
  words: string[],
  print: (text: string) => void,
): Promise<number> {
  const [verb] = words
  if (verb !== 'setup' || words.length > 1) {
    print(usage)
    return 1
  }
  const stores = await openStores(config)
  try {
    const link = await setupLink(stores, withSecrets(config), new Date())
    print(link ? `${link}\n` : 'The shop has an owner, or waits for one that SITE_DESK names.\n')
    return link ? 0 : 1
  } finally {
    await stores.close()
  }
}
