import type { AppLoadContext } from '@remix-run/node'
import type { UserRecord } from '../../domain/accounts/own-account'
import type { Session } from '../../domain/accounts/sessions'
import { IdentityError } from '../../domain/identity/identity'
import { toLogin } from './access.server'
import { endsSession, freshIdToken, revalidationTimeoutMs } from './revalidation.server'

/** Undefined if it does not respond in time. Throws the login redirect if signed out. */
export async function ownRecord(
  context: AppLoadContext,
  session: Session,
): Promise<UserRecord | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), revalidationTimeoutMs)
  })
  try {
    return await Promise.race([look(context, session), waited])
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (endsSession(error)) throw await toLogin(context, error.code)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function look(context: AppLoadContext, session: Session) {
  return context.services.identity.lookupRecord(await freshIdToken(context, session))
}
