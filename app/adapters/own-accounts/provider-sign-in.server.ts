import {
  type LinkedProvider,
  type StoredIdentity,
  withVoidTokens,
} from '../../domain/identity/identities'
import { IdentityError, type ProviderSignIn } from '../../domain/identity/identity'
import { Taken } from '../../domain/records/records'
import { emailKey } from '../../domain/text/email'
import {
  addressOf,
  demandStanding,
  newIdentity,
  type OwnAccountsContext,
  providerLetter,
  signedInAs,
  unlessTaken,
  waysOf,
} from './accounts.server'
import type { ProvidedPerson } from './openid.server'

/** Accounts are found by issuer and subject alone; an address that is only claimed opens none. */
export function createProviderSignIn(own: OwnAccountsContext): ProviderSignIn {
  const { identities, providers, tokens } = own

  /** The account that this person's address has. */
  function conflict(person: ProvidedPerson, { email, ...identity }: StoredIdentity, now: Date) {
    const methods = waysOf({ email, ...identity })
    const pendingToken = tokens.issuePending(person, now)
    return new IdentityError('account-exists-with-different-credential', 'by its address', {
      conflict: { email, providers: methods, pendingToken },
    })
  }

  async function signInLinked(person: ProvidedPerson, { uid }: StoredIdentity, now: Date) {
    const identity = await identities.change(uid, (found) => {
      const before = demandStanding(found)
      if (!isLinked(before, person)) throw new IdentityError('rejected-credential', 'just unlinked')
      const isProof =
        isFirstProof(before, person) && emailKey(person.email ?? '') === before.emailKey
      return { ...(isProof ? proved(before, person, now) : before), lastLoginAt: now }
    })
    return { ...signedInAs(own, identity, now), isNewUser: false }
  }

  /** The first proof of an address leaves nothing of who had only claimed it. */
  async function takeOver(person: ProvidedPerson, { uid }: StoredIdentity, now: Date) {
    const take = (found: StoredIdentity | undefined) => {
      const before = demandStanding(found)
      if (!isFirstProof(before, person)) throw conflict(person, before, now)
      return { ...proved(before, person, now), lastLoginAt: now }
    }
    const letter = providerLetter('provider-linked', uid, now)
    const identity = await identities.change(uid, take, () => [letter])
    return { ...signedInAs(own, identity, now), isNewUser: false }
  }

  async function signUp(person: ProvidedPerson, email: string, now: Date) {
    const identity: StoredIdentity = {
      ...newIdentity(email, now),
      emailVerified: person.isProven,
      displayName: person.name,
      providers: [linkOf(person)],
    }
    await unlessTaken(identities.add(identity))
    return { ...signedInAs(own, identity, now), isNewUser: true }
  }

  async function link(person: LinkedProvider, idToken: string, now: Date) {
    const { uid, tokenCount } = tokens.read(idToken, 'id', now)
    const add = (found: StoredIdentity | undefined) => {
      const before = demandStanding(found, tokenCount)
      const linked = before.providers ?? []
      if (linked.some(({ issuer }) => issuer === person.issuer))
        throw new IdentityError('credential-already-in-use', 'this provider is linked')
      return { ...before, providers: [...linked, linkOf(person)], lastLoginAt: now }
    }
    const letter = providerLetter('provider-linked', uid, now)
    const identity = await unlessLinked(identities.change(uid, add, () => [letter]))
    return { ...signedInAs(own, identity, now), isNewUser: false }
  }

  return {
    startProviderSignIn: (id, continueUri) => providers.start(id, continueUri),

    async finishProviderSignIn(answer, now) {
      const { pendingToken, sessionId, requestUri, idToken } = answer
      if (pendingToken !== undefined && idToken !== undefined)
        return link(tokens.readPending(pendingToken, now), idToken, now)
      if (sessionId === undefined) throw new IdentityError('rejected-credential', 'not asked for')
      const person = await providers.finish(sessionId, requestUri)
      if (idToken !== undefined) return link(person, idToken, now)
      const linked = await identities.findByProvider(person)
      if (linked) return signInLinked(person, linked, now)
      const { email } = person
      if (email === undefined)
        throw new IdentityError('provider-without-address', 'no address came with the account')
      const known = await identities.findByEmail(email)
      return known ? takeOver(person, known, now) : signUp(person, email, now)
    },

    async findSignInMethods(email) {
      addressOf(email)
      return []
    },
  }
}

function isFirstProof({ emailVerified }: StoredIdentity, { isProven }: ProvidedPerson): boolean {
  return isProven && !emailVerified
}

/** With this provider alone, and all tokens void. */
function proved(before: StoredIdentity, person: ProvidedPerson, now: Date): StoredIdentity {
  return {
    ...withVoidTokens(before, now),
    emailVerified: true,
    passwordHash: undefined,
    providers: [linkOf(person)],
  }
}

function linkOf({ issuer, subject }: LinkedProvider): LinkedProvider {
  return { issuer, subject }
}

function isLinked({ providers = [] }: StoredIdentity, { issuer, subject }: LinkedProvider) {
  return providers.some((each) => each.issuer === issuer && each.subject === subject)
}

/** Throws 'credential-already-in-use' where another account has this one of the provider. */
async function unlessLinked<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Taken)) throw error
    throw new IdentityError('credential-already-in-use', 'another account has it', { cause: error })
  }
}
