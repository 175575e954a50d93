import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Language } from '~/domain/languages'
import type { Notice } from '~/domain/notices'
import { passwordProblem } from '~/domain/passwords'
import { proofAsked, signsInByPassword } from '~/domain/proofs'
import { toLogin } from '~/http/access.server'
import { endAllSessions } from '~/http/all-sessions.server'
import { attempt } from '~/http/attempts.server'
import { flash } from '~/http/flash.server'
import { confirmFirst, prove, proveAgain, type Refusal, refusal, refuse } from '~/http/proof.server'
import { finishSession } from '~/http/session.server'
import { takeOutCookie } from '~/http/take-out.server'
import { localizedPath, switchAddress } from '~/i18n/addresses'
import type { Asking } from './asking'
import { deleteAccount } from './deletion.server'
import { actOnReplies } from './replies/replies.server'
import type { SettingsForm } from './settings-page.server'

const page = '/dashboard/settings'

/** Carries out what one of the page's forms says; answers where to go then, or why not. */
export function act(asking: Asking, form: SettingsForm): Promise<Response | Refusal> {
  switch (form.intent) {
    case 'save-language':
      return saveLanguage(asking, form.locale)
    case 'change-password':
      return changePassword(asking, form.currentPassword, form.newPassword)
    case 'send-reset-mail':
      return sendResetMail(asking)
    case 'sign-out-device':
      return signOutDevice(asking, form.device)
    case 'sign-out-others':
      return signOutOthers(asking)
    case 'sign-in-again':
      return toLogin(asking.context, asking.request)
    case 'export':
      return takeOut(asking, form.exportPassword)
    case 'delete':
      return deleteAccount(asking, form.deletionPassword)
    case 'add-reply':
    case 'change-reply':
    case 'remove-reply':
      return actOnReplies(asking, form)
  }
}

/** Leads to the page in the chosen language as the language switch does: the browser remembers it. */
async function saveLanguage({ context, session }: Asking, locale: Language) {
  const { accounts } = context.services
  const account = await accounts.find(session.user.uid)
  if (account) await accounts.save({ ...account, locale })
  const address = switchAddress({ pathname: page, search: '' }, locale)
  return done(address, 'languageSaved', context)
}

/** Spec §5. The old password's sessions are over with it: this one goes on under a new id. */
async function changePassword(asking: Asking, current: string, next: string) {
  const { context, request, language } = asking
  const { identity } = context.services
  const confirmed = await confirmFirst(context, request, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  if (!signsInByPassword(session.user)) return refuse({ form: 'errors.password.otherWay' }, 403)
  const problem = passwordProblem(next, session.user.email)
  if (problem) return refuse({ newPassword: problem }, 400)
  const proof = await proveAgain(context, request, session, current, 'currentPassword')
  if (proof.kind === 'refused') return proof
  try {
    const tokens = await identity.changePassword(proof.idToken, next, context.now())
    await endAllSessions(context.services, session.user.uid, session.idHash)
    const cookies = await proof.cookies({ tokens })
    return done(localizedPath(page, language), 'passwordChanged', context, cookies)
  } catch (error) {
    return refusal(error, 'newPassword')
  }
}

async function sendResetMail({ context, session, language }: Asking) {
  const { email } = session.user
  try {
    await attempt(context, { act: 'mail', account: email }, () =>
      context.services.identity.sendPasswordReset(email, language),
    )
    return done(localizedPath(page, language), 'resetMailSent', context)
  } catch (error) {
    return refusal(error)
  }
}

/** One of the owner's own sessions: a foreign id, or one that has ended, changes nothing. */
async function signOutDevice({ context, session, language }: Asking, device: string) {
  const { services } = context
  const own = await services.sessions.list(session.user.uid)
  const ended = own.find(({ idHash }) => idHash === device && idHash !== session.idHash)
  if (ended) await finishSession(services, ended.idHash)
  return done(localizedPath(page, language), 'deviceSignedOut', context)
}

async function signOutOthers({ context, session, language }: Asking) {
  await endAllSessions(context.services, session.user.uid, session.idHash)
  return done(localizedPath(page, language), 'othersSignedOut', context)
}

/** Leads on to the download, which only whoever comes from here may begin. */
async function takeOut(asking: Asking, password: string | undefined) {
  const { context, request, language } = asking
  const confirmed = await confirmFirst(context, request, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const { uid, email } = session.user
  try {
    return await attempt(context, { act: 'export', account: email }, async () => {
      const asked = proofAsked(session, context.now())
      const proof = await prove(context, request, session, asked, password, 'exportPassword')
      if (proof.kind === 'refused') return proof
      const headers = new Headers()
      for (const cookie of await proof.cookies()) headers.append('Set-Cookie', cookie)
      headers.append('Set-Cookie', takeOutCookie.write(context, { uid }))
      return redirect(localizedPath(`${page}/export`, language), { status: 303, headers })
    })
  } catch (error) {
    return refusal(error)
  }
}

async function done(
  address: string,
  notice: Notice,
  context: AppLoadContext,
  cookies: string[] = [],
) {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  headers.append('Set-Cookie', await flash(notice, context.now()))
  return redirect(address, { status: 303, headers })
}
