import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '../../domain/accounts/sessions'
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

/** The mark of the signed-in account, for a form outside the desk; undefined if nobody is signed in. */
export async function ownMark(
  { services, config }: AppLoadContext,
  session: Session | undefined,
): Promise<string | undefined> {
  if (!session) return undefined
  const { uid } = session.user
  const [chosen] = await services.members.desksOf(uid)
  return accountMark(config.secrets, { uid, deskId: chosen?.desk.id ?? '' })
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

function deskIn(mark: string): string {
  return mark.split('.', 1)[0] ?? ''
}
