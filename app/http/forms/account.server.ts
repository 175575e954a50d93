import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
import type { Membership } from '../../domain/desks/members'
import { accountField } from '../../domain/forms/forms'
import { deriveKeys, newestKey } from '../cookies/secrets.server'
import { readSession } from '../sessions/session.server'

const purpose = 'account of a form'

interface Maker {
  uid: string
  deskId: string
}

/**
 * What a form of a desk says of whom it was made for: the desk's id and an HMAC of both, 128 bits,
 * base64url. Nobody else can make it, and it does not contain the account's id.
 */
export function accountMark(secrets: readonly string[], maker: Maker): string {
  return markBy(newestKey(secrets, purpose), maker)
}

/**
 * The desk of the signed-in account that a form outside the desk is for: `deskId`'s where the account is a
 * member of it, or else the one chosen last. With the account's membership and the form's mark.
 */
export async function ownDeskOutside(
  { services, config }: AppLoadContext,
  { user: { uid } }: Session,
  deskId?: string,
): Promise<{ account: string; several: boolean } & Partial<Membership>> {
  const all = await services.members.desksOf(uid)
  const own = all.find(({ desk }) => desk.id === deskId) ?? all[0]
  const account = accountMark(config.secrets, { uid, deskId: own?.desk.id ?? '' })
  return { account, ...own, several: all.length > 1 }
}

/** The mark of the signed-in account, for a form outside the desk; undefined if nobody is signed in. */
export async function ownMark(
  context: AppLoadContext,
  session: Session | undefined,
): Promise<string | undefined> {
  return session && (await ownDeskOutside(context, session)).account
}

/** Whether a mark is this account's, under any of the secrets. */
export function isMarkOf(mark: string, uid: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(mark)
  return deriveKeys(secrets, purpose).some((key) => {
    const own = Buffer.from(markBy(key, { uid, deskId: deskIn(mark) }))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

/** Empty for a form that names nobody, as on pages that belong to no account. */
export function markIn(form: FormData): string {
  return String(form.get(accountField) ?? '')
}

/**
 * Whether the form names another account than the session's. One that names none is taken: pages
 * that were opened before an update have no such field.
 */
export async function namesAnother(form: FormData, context: AppLoadContext): Promise<boolean> {
  const mark = markIn(form)
  const session = mark && (await readSession(context))
  return session ? !isMarkOf(mark, session.user.uid, context.config.secrets) : false
}

/** Whether the form names another desk than this one; one of an account without a desk names none. */
export function namesOtherDesk(form: FormData, deskId: string): boolean {
  const named = deskIn(markIn(form))
  return named !== '' && named !== deskId
}

/** The address of the account that a mark names, of those that belong to its desk. */
export async function emailOf(
  mark: string,
  { services, config }: AppLoadContext,
): Promise<string | undefined> {
  const members = await services.members.list(deskIn(mark))
  const named = members.find(({ uid }) => isMarkOf(mark, uid, config.secrets))
  return named && (await services.accounts.find(named.uid))?.email
}

function markBy(key: KeyObject, { uid, deskId }: Maker): string {
  const bytes = createHmac('sha256', key).update(`${uid}\n${deskId}`).digest().subarray(0, 16)
  return `${deskId}.${bytes.toString('base64url')}`
}

/** A desk's id, and the HMAC. */
const markShape = /^([0-9a-z-]{0,40})\.[\w-]{22}$/

/** The id of the desk that a mark names; empty for an account without one, and for what is no mark. */
export function deskIn(mark: string): string {
  return markShape.exec(mark)?.[1] ?? ''
}
