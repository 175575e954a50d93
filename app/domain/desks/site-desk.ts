import type { Account, AccountStore } from '../accounts/accounts'
import { emailKey } from '../text/email'
import type { Desk, DeskStore } from './desks'
import { byJoining, type MemberStore } from './members'

/** The id of the desk that claimed the site: it runs the shop and answers /chat. */
export interface SiteClaimStore {
  /**
   * Empty while no desk has claimed the site. Undefined in data of a version without claims. The id
   * stays when its desk is erased.
   */
  find(): Promise<string | undefined>
  /** False, and nothing changed, if the claim is no longer `from`. */
  replace(from: string | undefined, to: string): Promise<boolean>
}

/**
 * Whom the site waits for: the account with the address of SITE_DESK, the first with a verified address, or
 * the person who opens the set-up link, which the server prints at its start.
 */
export type AwaitedOwner = { email: string } | 'first' | 'set-up'

interface Ports {
  desks: DeskStore
  members: MemberStore
  siteClaim: SiteClaimStore
}

interface StartPorts extends Ports {
  accounts: AccountStore
  /** Whether anything was ordered, or the shelf or the legal texts written. */
  hasShop(): Promise<boolean>
}

/** Undefined until a desk has claimed the site, and once that desk is erased. */
export async function findSiteDesk({
  desks,
  siteClaim,
}: {
  desks: Pick<DeskStore, 'findById'>
  siteClaim: Pick<SiteClaimStore, 'find'>
}): Promise<Desk | undefined> {
  const id = await siteClaim.find()
  return id ? desks.findById(id) : undefined
}

/** The owner of the site's desk also runs the shop. */
export async function isSiteDesk(
  { siteClaim }: Pick<Ports, 'siteClaim'>,
  { id }: Pick<Desk, 'id'>,
): Promise<boolean> {
  return (await siteClaim.find()) === id
}

/**
 * Whether the site still waits for its desk, and for an account with this address. The first account is
 * waited for once: an erased desk gets no successor by chance.
 */
export async function awaitsOwner(
  { desks, siteClaim }: Pick<Ports, 'desks' | 'siteClaim'>,
  awaited: AwaitedOwner,
  email?: string,
): Promise<boolean> {
  const claim = await siteClaim.find()
  if (claim && (awaited === 'first' || (await desks.findById(claim)))) return false
  return typeof awaited === 'string' || email === undefined || isNamed(awaited, email)
}

function isNamed({ email }: { email: string }, other: string): boolean {
  return emailKey(email) === emailKey(other)
}

/**
 * Makes the account's desk the site's, where the site waits for it and the address is verified (anybody
 * can sign up with any address). Of several at once, one gets it. Returns whether this one did just now.
 */
export async function claimSiteDesk(
  ports: Ports,
  awaited: AwaitedOwner,
  { uid, email, emailVerified }: Pick<Account, 'uid' | 'email' | 'emailVerified'>,
): Promise<boolean> {
  if (!emailVerified) return false
  const claim = await ports.siteClaim.find()
  if (!(await awaitsOwner(ports, awaited, email))) return false
  const desk = await ownedDesk(ports, uid)
  return desk !== undefined && ports.siteClaim.replace(claim, desk.id)
}

/** In the order of joining. */
async function managedDesks({ members }: Pick<Ports, 'members'>, uid: string): Promise<Desk[]> {
  const managed = (await members.desksOf(uid)).filter(({ member }) => member.kind === 'manager')
  return managed.sort((one, other) => byJoining(one.member, other.member)).map(({ desk }) => desk)
}

/** Never somebody else's desk: its owner could invite the account that the site waits for. */
async function ownedDesk(ports: Pick<Ports, 'members'>, uid: string): Promise<Desk | undefined> {
  return (await managedDesks(ports, uid)).find(({ ownerUid }) => ownerUid === uid)
}

/**
 * By the operator, even if somebody else has it. An account that manages several desks gets it for the one
 * that `publicKey` names; without a name, they are returned and nothing is changed.
 */
export async function giveSiteDesk(
  {
    accounts,
    members,
    siteClaim,
  }: Pick<Ports, 'members' | 'siteClaim'> & {
    accounts: AccountStore
  },
  email: string,
  publicKey?: string,
): Promise<'given' | 'unknown' | 'unverified' | Desk[]> {
  const account = await accounts.findByEmail(email)
  const all = account ? await managedDesks({ members }, account.uid) : []
  const named = all.filter((each) => publicKey === undefined || each.publicKey === publicKey)
  const [desk, ...others] = named
  if (!account || !desk) return all.length > 0 ? all : 'unknown'
  if (!account.emailVerified) return 'unverified'
  if (others.length > 0) return named
  while (!(await siteClaim.replace(await siteClaim.find(), desk.id)));
  return 'given'
}

/** `inherited`: just now, from a version without claims. */
export type SiteDeskStanding =
  | 'claimed'
  | 'inherited'
  | 'awaits-named'
  | 'awaits-first'
  | 'awaits-set-up'
  | 'erased'

/** For each start: claims the site for the account that SITE_DESK names, if it is verified already. */
export async function settleSiteDesk(
  ports: StartPorts,
  awaited: AwaitedOwner,
): Promise<SiteDeskStanding> {
  const { accounts, siteClaim } = ports
  const named = typeof awaited === 'object' ? awaited : undefined
  if ((await siteClaim.find()) === undefined) {
    const desk = await earlierSiteDesk(ports, named)
    await siteClaim.replace(undefined, desk?.id ?? '')
    if (desk) return 'inherited'
  }
  const account = named && (await accounts.findByEmail(named.email))
  if (account) await claimSiteDesk(ports, awaited, account)
  if (await findSiteDesk(ports)) return 'claimed'
  if (awaited !== 'first') return named ? 'awaits-named' : 'awaits-set-up'
  return (await siteClaim.find()) ? 'erased' : 'awaits-first'
}

/**
 * The desk that was the site's by the rule of versions without claims, the named account's or else the
 * oldest, with one exception: an owner who never verified an address keeps only a shop that was in use,
 * and not where `named` is somebody else.
 */
async function earlierSiteDesk(
  ports: StartPorts,
  named: { email: string } | undefined,
): Promise<Desk | undefined> {
  const { accounts, desks, members } = ports
  const account = named && (await accounts.findByEmail(named.email))
  const namedDesk = account?.emailVerified && (await ownedDesk({ members }, account.uid))
  if (namedDesk) return namedDesk
  const oldest = await desks.findOldest()
  const owner = oldest && (await accounts.find(oldest.ownerUid))
  if (!owner) return undefined
  const isOther = named !== undefined && !isNamed(named, owner.email)
  return owner.emailVerified || (!isOther && (await ports.hasShop())) ? oldest : undefined
}
