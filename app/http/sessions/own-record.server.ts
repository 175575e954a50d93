import type { AppLoadContext } from '@remix-run/node'
import type { UserRecord } from '../../domain/accounts/own-account'
import type { Session } from '../../domain/accounts/sessions'
import { IdentityError } from '../../domain/identity/identity'
import { toLogin } from './access.server'
import { endsSession, freshIdToken, revalidationTimeoutMs } from './revalidation.server'

/** As `ownRecord`, for a page, which is shown without it rather than late. */
export async function ownRecordSoon(
  context: AppLoadContext,
  session: Session,
): Promise<UserRecord | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), revalidationTimeoutMs)
  })
  return Promise.race([ownRecord(context, session), waited]).finally(() => clearTimeout(timer))
}

/** Undefined if the identity service does not respond. Throws the login redirect if signed out. */
export async function ownRecord(
  context: AppLoadContext,
  session: Session,
): Promise<UserRecord | undefined> {
  try {
    return await context.services.identity.lookupRecord(await freshIdToken(context, session))
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (endsSession(error)) throw await toLogin(context, error.code)
    return undefined
  }
}
