import { type Config, openAccounts, openStores, withSecrets } from '~/config'
import { type StoredIdentity, withVoidTokens } from '~/domain/identity/identities'
import { passkeyLetter } from '~/domain/identity/passkeys'
import { factorLetter } from '~/domain/identity/second-factors'
import type { Stores } from '~/domain/stores'
import { newId } from '~/domain/text/ids'
import { accountLinkPath } from '~/http/links/account-link'
import { localizedPath } from '~/i18n/addresses'
import { setupLink } from '../setup-link'
import { everyIdentity, exportAccounts, importAccounts } from './accounts-files'

const usage = `npm run accounts -- setup              a link with which the shop is set up, for a day
npm run accounts -- no-second-factor ADDRESS   turns the second factor of an account off, and removes its passkeys

With accounts of our own:
npm run accounts -- list               every address, with what is unusual about it
npm run accounts -- link ADDRESS       a link with which a new password is chosen, once, within an hour
npm run accounts -- verify ADDRESS     counts the address as proved
npm run accounts -- block ADDRESS      lets nobody sign in with it, and signs out all devices
npm run accounts -- unblock ADDRESS    takes that back
npm run accounts -- sign-out ADDRESS   signs out all devices
npm run accounts -- import FILE HASHES takes what firebase auth:export wrote; HASHES is a file with the hash parameters of the Firebase console
npm run accounts -- export FILE        writes all accounts, with the hashes of their passwords, for firebase auth:import
`

type Print = (text: string) => void

const wordsAfter: Record<string, number> = {
  setup: 0,
  'no-second-factor': 1,
  list: 0,
  import: 2,
  export: 1,
}

/** Those that need no accounts of our own. */
const forAll: readonly string[] = ['setup', 'no-second-factor']

/** The command `accounts`, also beside a running server. Returns the exit code. */
export async function runAccounts(
  config: Config,
  words: string[],
  print: Print,
  now = new Date(),
): Promise<number> {
  const [verb = '', ...more] = words
  const [address = ''] = more
  const ofAddress = Object.hasOwn(ofAddresses, verb) ? ofAddresses[verb] : undefined
  if (more.length !== (ofAddress ? 1 : wordsAfter[verb])) {
    print(usage)
    return 1
  }
  if (!forAll.includes(verb) && config.accounts !== 'own') {
    print('Firebase keeps these accounts: use its console. Nothing was changed.\n')
    return 1
  }
  const stores = await openStores(config)
  try {
    if (verb === 'setup') return await showSetup(stores, config, print, now)
    if (verb === 'no-second-factor') return await removeFactor(stores, address, print, now)
    if (verb === 'list') return await list(stores, print)
    if (verb === 'import') return await importAccounts(stores.identities, more, now, print)
    if (verb === 'export') return await exportAccounts(stores.identities, more, print)
    const identity = await stores.identities.findByEmail(address)
    if (!identity || !ofAddress) {
      print(`No account has the address ${address}. Nothing was changed.\n`)
      return 1
    }
    print(`${await ofAddress({ stores, config, identity, now })}\n`)
    return 0
  } finally {
    await stores.close()
  }
}

interface Asked {
  stores: Stores
  config: Config
  identity: StoredIdentity
  now: Date
}

/** What is done to the account with an address; each returns what to print. */
const ofAddresses: Record<string, (asked: Asked) => Promise<string>> = {
  async link({ stores, config, identity, now }) {
    const settled = withSecrets(config)
    const { accountLetters } = await openAccounts(settled, stores, () => now)
    const made = await accountLetters.resetCode(identity, now)
    const path = accountLinkPath(made.request, made.code)
    return config.publicOrigin + localizedPath(path, made.request.language)
  },

  async verify({ stores, identity }) {
    await change(stores, identity, (found) => ({ ...found, emailVerified: true }))
    return `${identity.email} counts as proved.`
  },

  async block({ stores, identity, now }) {
    await change(stores, identity, (found) => ({ ...withVoidTokens(found, now), blocked: true }))
    await stores.sessions.endAll(identity.uid)
    return `Nobody signs in as ${identity.email} any more, and all its devices are signed out.`
  },

  async unblock({ stores, identity }) {
    await change(stores, identity, (found) => ({ ...found, blocked: false }))
    return `${identity.email} can sign in again.`
  },

  async 'sign-out'({ stores, identity, now }) {
    await change(stores, identity, (found) => withVoidTokens(found, now))
    await stores.sessions.endAll(identity.uid)
    return `All devices of ${identity.email} are signed out.`
  },
}

function change(
  { identities }: Stores,
  { uid, email }: StoredIdentity,
  to: (found: StoredIdentity) => StoredIdentity,
) {
  return identities.change(uid, (found) => {
    if (!found) throw new Error(`The account of ${email} was deleted meanwhile`)
    return to(found)
  })
}

async function showSetup(stores: Stores, config: Config, print: Print, now: Date) {
  const link = await setupLink(stores, withSecrets(config), now)
  print(link ? `${link}\n` : 'The shop has an owner, or waits for one that SITE_DESK names.\n')
  return link ? 0 : 1
}

/** Its owner reads it in an e-mail, and the managers of its desks in their log. */
async function removeFactor(stores: Stores, address: string, print: Print, at: Date) {
  const { accounts, secondFactors, passkeys } = stores
  const account = await accounts.findByEmail(address)
  const uid = account?.uid ?? ''
  const isOn = (await secondFactors.find(uid)) !== undefined
  const off = factorLetter('second-factor-off', uid, at)
  if (isOn) await secondFactors.change(uid, () => undefined, off)
  const removed = await passkeys.removeAll(uid, passkeyLetter('passkey-removed', uid, at))
  if (!isOn && removed === 0) {
    print(
      `No account with the address ${address} has a second factor or a passkey. Nothing was changed.\n`,
    )
    return 1
  }
  for (const { desk } of await stores.members.desksOf(uid)) {
    const entry = { id: newId(at), deskId: desk.id, at, byUid: uid, event: 'factorReset' } as const
    await stores.auditLog.add(entry)
  }
  print(
    `${address} signs in without second factor and passkeys until its owner sets them up again.\n`,
  )
  return 0
}

async function list({ identities }: Stores, print: Print) {
  for await (const { email, emailVerified, blocked, lastLoginAt } of everyIdentity(identities)) {
    const unusual = [emailVerified ? '' : 'not verified', blocked ? 'blocked' : '']
    const facts = [`last sign-in ${lastLoginAt.toISOString().slice(0, 10)}`, ...unusual]
    print(`${email}  ${facts.filter(Boolean).join(', ')}\n`)
  }
  return 0
}
