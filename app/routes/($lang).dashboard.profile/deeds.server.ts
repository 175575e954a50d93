import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Session } from '~/domain/accounts/sessions'
import { proofAsked, strictProofAsked } from '~/domain/identity/proofs'
import type { Language } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { attempt } from '~/http/limits/attempts.server'
import { toLogin } from '~/http/sessions/access.server'
import {
  confirmFirst,
  type Given,
  prove,
  type Refusal,
  refusal,
  refuse,
} from '~/http/sessions/proof.server'
import { freshIdToken } from '~/http/sessions/revalidation.server'
import { localizedPath } from '~/i18n/addresses'
import { emailChangeCookie } from './email-change.server'
import { type SentPhoto, savePhoto } from './photo-form.server'
import type { ProfileForm } from './profile-page.server'

export interface Asking {
  context: AppLoadContext
  session: Session
  language: Language
  photo?: SentPhoto
}

export function act(asking: Asking, form: ProfileForm): Promise<Response | Refusal> {
  switch (form.intent) {
    case 'save-name':
      return saveName(asking, form.displayName)
    case 'change-email':
      return changeEmail(asking, form.email, {
        password: form.emailPassword,
        captcha: form.captcha,
      })
    case 'unlink':
      return unlink(asking, form.provider, {
        password: form.unlinkPassword,
        captcha: form.captcha,
      })
    case 'save-photo': {
      const { context, session, photo, language } = asking
      const crop = { x: form.x / 100, y: form.y / 100, zoom: form.zoom / 100 }
      return savePhoto(context, session.user.uid, photo, crop, language)
    }
    case 'remove-photo':
      return removePhoto(asking)
    case 'sign-in-again':
      return toLogin(asking.context)
  }
}

/** An empty name removes it. */
async function saveName({ context, session, language }: Asking, displayName: string) {
  const { identity, sessions } = context.services
  try {
    const idToken = await freshIdToken(context, session)
    const user = await identity.updateProfile(idToken, { displayName: displayName || null })
    await sessions.refresh(session.idHash, user)
    return done(language, [flash(context, 'nameSaved')])
  } catch (error) {
    return refusal(context, error, {})
  }
}

/** The address changes when the link sent to it is opened. */
async function changeEmail(asking: Asking, email: string, given: Given) {
  const { context, language } = asking
  const confirmed = await confirmFirst(context, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const { uid } = session.user
  if (email.toLowerCase() === session.user.email.toLowerCase()) {
    return refuse({ email: 'errors:email.unchanged' }, 400)
  }
  const asked = strictProofAsked(session, context.now())
  const proof = await prove(context, session, asked, given, 'emailPassword')
  if (proof.kind === 'refused') return proof
  try {
    await attempt(context, { act: 'mail', account: email }, () =>
      context.services.identity.sendEmailChange(proof.tokens.idToken, email, language),
    )
    const cookies = await proof.cookies()
    const pending = emailChangeCookie.write(context, { uid, email })
    return done(language, [...cookies, pending], '#address')
  } catch (error) {
    return refusal(context, error, { email: 'email' })
  }
}

/** Only while another sign-in method remains. */
async function unlink(asking: Asking, provider: string, given: Given) {
  const { context, language } = asking
  const { identity, sessions } = context.services
  const confirmed = await confirmFirst(context, asking.session)
  if (confirmed.kind === 'refused') return confirmed
  const { session } = confirmed
  const others = session.user.providerData.filter(({ providerId }) => providerId !== provider)
  if (others.length === 0) return refuse({ form: 'profile:errors.provider.last' }, 409)
  const asked = proofAsked(session, context.now())
  const proof = await prove(context, session, asked, given, 'unlinkPassword')
  if (proof.kind === 'refused') return proof
  try {
    const user = await identity.unlinkProvider(proof.tokens.idToken, provider)
    await sessions.refresh(session.idHash, user)
    const cookies = await proof.cookies({ user })
    return done(language, [...cookies, flash(context, 'providerUnlinked')])
  } catch (error) {
    return refusal(context, error, {})
  }
}

/** The provider's picture, if any, shows again. */
async function removePhoto({ context, session, language }: Asking) {
  await context.services.photos.remove(session.user.uid)
  return done(language, [flash(context, 'photoRemoved')])
}

function done(language: Language, cookies: string[], part = ''): Response {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(localizedPath(`/dashboard/profile${part}`, language), { status: 303, headers })
}
