import type { Services } from '~/config'
import type { StoredIdentity } from '~/domain/identity/identities'
import type { ActionKind } from '~/domain/identity/identity'
import { type LetterBox, letterBox } from './letter-box'

/** Whether the run's servers keep the accounts themselves: one project runs the tests near accounts so. */
export const ownAccounts = process.env.ACCOUNTS_UNDER_TEST === 'own'

/** In place of Firebase's settings. */
export const ownSettings: Record<string, string> = ownAccounts
  ? {
      ACCOUNTS: 'own',
      FIREBASE_API_KEY: '',
      FIREBASE_PROJECT_ID: '',
      FIREBASE_AUTH_EMULATOR_HOST: '',
    }
  : {}

interface OwnServer {
  services: Services
  letters: LetterBox
  now(): Date
}

/** Those that are open: helpers that ask Firebase by an address alone find here whose it is. */
const servers = new Set<OwnServer>()

/** Returns what takes it out again. */
export function enlist(services: Services, now: () => Date): () => void {
  const server = { services, now, letters: letterBox(services, now) }
  servers.add(server)
  return () => servers.delete(server)
}

export async function ownLetters(email: string, kind: ActionKind) {
  const sent = [...servers].map(({ letters }) => letters.sent(email, kind))
  return (await Promise.all(sent)).flat()
}

/** Changes an identity on whichever server has it. */
export async function changeOwn(
  find: (services: Services) => Promise<StoredIdentity | undefined>,
  change: Partial<StoredIdentity>,
): Promise<void> {
  for (const { services } of servers) {
    const found = await find(services)
    if (found) await services.identities.change(found.uid, () => ({ ...found, ...change }))
  }
}

/** Changes an address with its e-mails, on the server whose token this is. */
export async function takeOverOwn(idToken: string, email: string): Promise<void> {
  for (const { services, letters } of servers) {
    const { identity } = services
    const user = await identity.lookup(idToken).catch(() => undefined)
    if (!user) continue
    // Only an address that was proved gets a way back.
    await changeOwn(({ identities }) => identities.find(user.uid), { emailVerified: true })
    await identity.sendEmailChange(idToken, email, 'en')
    const letter = (await letters.sent(email, 'VERIFY_AND_CHANGE_EMAIL')).at(-1)
    await identity.applyEmailChange(letter?.code ?? '', 'en')
  }
}
