import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountName } from '~/domain/accounts/account-name'
import { keepPhoto } from '~/domain/files/photo-intake'
import { mostZoom } from '~/domain/files/pictures'
import { givenEmail } from '~/domain/forms/email'
import { proofAsked, strictProofAsked } from '~/domain/identity/proofs'
import { emailKey } from '~/domain/text/email'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { photoRefused, readPhotoForm, type SentPhoto } from '~/http/forms/photo.server'
import { limited } from '~/http/limits/rate-limits.server'
import { type OwnAccount, requireAccount } from '~/http/sessions/access.server'
import { saveOwnName } from '~/http/sessions/own-name.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { type Departing, depart } from '~/http/sessions/provider-trips.server'
import { localizedPath } from '~/i18n/addresses'
import { answersForms } from './answers.server'
import { listsForms } from './lists.server'
import { emailChangeCookie } from './loader.server'
import { passkeyForms } from './passkeys.server'
import { secondFactorForms } from './second-factor.server'

const nameInput = z.object({ displayName: accountName })

const captcha = z.string().optional()

const emailInput = z.object({
  email: givenEmail,
  emailPassword: z.string().optional(),
  captcha,
})

const unlinkInput = z.object({
  provider: z.string(),
  unlinkPassword: z.string().optional(),
  captcha,
})

const linkInput = z.object({
  provider: z.string(),
  linkPassword: z.string().optional(),
  captcha,
})

const percent = (from: number, to: number, usual: number) =>
  z.coerce
    .number()
    .min(from)
    .max(to)
    .catch(usual)
    .transform((typed) => typed / 100)

const photoInput = z.object({
  x: percent(0, 100, 50),
  y: percent(0, 100, 50),
  zoom: percent(100, 100 * mostZoom, 100),
})

export const action = formAction(
  requireAccount,
  {
    // An empty name removes it.
    'save-name': form(nameInput, async ({ displayName }, { session, context }: AskedOfOwner) => {
      await saveOwnName(context, session, displayName)
      return { to: profile(context), notice: 'nameSaved' }
    }),
    'change-email': form(emailInput, changeEmail, { email: 'email', password: 'emailPassword' }),
    'link-provider': form(linkInput, link, { password: 'linkPassword' }),
    unlink: form(unlinkInput, unlink, { password: 'unlinkPassword' }),
    // The provider's picture, if any, shows again.
    'save-photo': form(photoInput, async (crop, { photo, session, context }: AskedOfOwner) => {
      const { services, language, now } = context
      if (photo?.kind !== 'sent') return photoRefused(photo?.why ?? 'missing')
      const kept = await keepPhoto(services, session.user.uid, photo.file, crop, now())
      if (kept !== 'kept') return photoRefused(kept)
      return { to: localizedPath('/dashboard/profile', language), notice: 'photoSaved' as const }
    }),
    'remove-photo': {
      run: async (_, { session, context }) => {
        await context.services.photos.remove(session.user.uid)
        return { to: profile(context), notice: 'photoRemoved' }
      },
    },
    ...answersForms,
    ...listsForms,
    ...passkeyForms,
    ...secondFactorForms,
    'sign-in-again': { run: signInAgain },
    ...atDeskForms,
  },
  readPhotoForm,
)

type AskedOfOwner = Asked<OwnAccount & { photo?: SentPhoto }>

/** The address changes when the link sent to it is opened. */
async function changeEmail(
  { email, emailPassword: password, captcha }: z.output<typeof emailInput>,
  { context, ...asked }: AskedOfOwner,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  const { uid } = session.user
  if (emailKey(email) === emailKey(session.user.email)) {
    return { status: 400, errors: { email: 'errors:email.unchanged' } }
  }
  const needed = strictProofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  await limited(context, { name: 'mail', account: email }, () =>
    context.services.identity.sendEmailChange(proof.tokens.idToken, email, context.language),
  )
  const pending = emailChangeCookie.write(context, { uid, email })
  return { to: profile(context), cookies: [...(await proof.cookies()), pending] }
}

/** Leads to the provider; the account there is linked on the way back. */
async function link(
  { provider, linkPassword: password, captcha }: z.output<typeof linkInput>,
  { context, ...asked }: AskedOfOwner,
): Promise<ActionResult<Departing>> {
  const session = await confirmFirst(context, asked.session)
  await prove(context, session, proofAsked(session, context.now()), { password, captcha })
  return depart(context, provider, { to: profile(context), uid: session.user.uid })
}

/** Only while another sign-in method remains. */
async function unlink(
  { provider, unlinkPassword: password, captcha }: z.output<typeof unlinkInput>,
  { context, ...asked }: AskedOfOwner,
): Promise<ActionResult> {
  const { identity, passkeys, sessions } = context.services
  const session = await confirmFirst(context, asked.session)
  const others = session.user.providerData.filter(({ providerId }) => providerId !== provider)
  if (others.length === 0) {
    const [passkey] = await passkeys.list(session.user.uid)
    const last = passkey ? 'lastBesidePasskeys' : 'last'
    return { status: 409, errors: { form: `profile:errors.provider.${last}` } }
  }
  const needed = proofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  const user = await identity.unlinkProvider(proof.tokens.idToken, provider)
  await sessions.refresh(session.idHash, user)
  return {
    to: profile(context),
    notice: 'providerUnlinked',
    cookies: await proof.cookies({ user }),
  }
}

function profile({ language }: AppLoadContext): string {
  return localizedPath('/dashboard/profile', language)
}
