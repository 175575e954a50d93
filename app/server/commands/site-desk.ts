import { type Config, openStores } from '~/config'
import {
  type AwaitedOwner,
  awaitsOwner,
  findSiteDesk,
  giveSiteDesk,
} from '~/domain/desks/site-desk'
import type { Stores } from '~/domain/stores'

const usage = `npm run site-desk              whose desk runs the shop and answers /chat
npm run site-desk -- ADDRESS   gives that to the account with this verified e-mail address
npm run site-desk -- ADDRESS KEY   the same for one of several desks that it manages, by its public key
`

/** The command `site-desk`, also beside a running server. Returns the exit code. */
export async function runSiteDesk(
  config: Config,
  words: string[],
  print: (text: string) => void,
): Promise<number> {
  const [address, key] = words
  if (words.length > 2 || address?.startsWith('-')) {
    print(usage)
    return 1
  }
  const stores = await openStores(config)
  try {
    return address === undefined
      ? await show(stores, config, print)
      : await give(stores, address, key, print)
  } finally {
    await stores.close()
  }
}

async function show(stores: Stores, { siteOwner }: Config, print: (text: string) => void) {
  const desk = await findSiteDesk(stores)
  const owner = desk && (await stores.accounts.find(desk.ownerUid))
  const awaited = (await awaitsOwner(stores, siteOwner))
    ? awaitedSentence(siteOwner)
    : 'The desk that had it was deleted.'
  print(owner ? `${owner.email}\n` : `Nobody. ${awaited}\n`)
  return 0
}

function awaitedSentence(owner: AwaitedOwner): string {
  if (owner === 'first') return 'It waits for the first account with a verified address.'
  if (owner === 'set-up')
    return 'It waits for the person who opens the link of npm run accounts -- setup.'
  return `It waits until ${owner.email}, which SITE_DESK names, is verified.`
}

async function give(
  stores: Stores,
  address: string,
  key: string | undefined,
  print: (text: string) => void,
) {
  const outcome = await giveSiteDesk(stores, address, key)
  if (typeof outcome === 'object') {
    const desks = outcome.map(({ publicKey, name }) => `${publicKey}  ${name || 'without a name'}`)
    const which = `${address} manages these desks. Nothing was changed; name one by its key:`
    print(`${[which, ...desks].join('\n')}\n`)
    return 1
  }
  const sentences = {
    given: `${address} runs the shop and answers /chat from now on.`,
    unknown: `No account has the address ${address}. Nothing was changed.`,
    unverified: `${address} is not verified. Open the link in its e-mail first. Nothing was changed.`,
  }
  print(`${sentences[outcome]}\n`)
  return outcome === 'given' ? 0 : 1
}
