import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Desk } from '~/domain/desks'
import { isErasureWord } from '~/domain/erasure'
import { languages } from '~/domain/languages'
import { longestPassword, shortestPassword } from '~/domain/passwords'
import { proofAsked, signsInByPassword, strictProofAsked } from '~/domain/proofs'
import { isWithinLifetime, type Session } from '~/domain/sessions'
import { readReplies, replyForms } from './replies/replies.server'

const missingPassword = { required_error: 'errors.password.missing' }
const word = z.string({ required_error: 'errors.erasure.word' })

/** The page's forms by their buttons. Whether a new password will do depends on whose it is. */
export const settingsForm = z.discriminatedUnion(
  'intent',
  [
    z.object({
      intent: z.literal('save-language'),
      locale: z.enum(languages, { message: 'errors.form.key' }),
    }),
    z.object({
      intent: z.literal('change-password'),
      currentPassword: z.string(missingPassword),
      newPassword: z.string(missingPassword),
    }),
    z.object({ intent: z.literal('send-reset-mail') }),
    z.object({
      intent: z.literal('sign-out-device'),
      device: z.string({ required_error: 'errors.form.key' }),
    }),
    z.object({ intent: z.literal('sign-out-others') }),
    z.object({ intent: z.literal('sign-in-again') }),
    z.object({ intent: z.literal('export'), exportPassword: z.string().optional() }),
    z.object({
      intent: z.literal('delete'),
      deletionPassword: z.string().optional(),
      confirmation: word.refine(isErasureWord, 'errors.erasure.word'),
    }),
    ...replyForms,
  ],
  { errorMap: () => ({ message: 'errors.form.key' }) },
)

export type SettingsForm = z.output<typeof settingsForm>
export type SettingsPage = Awaited<ReturnType<typeof readSettingsPage>>

/** A device that is signed in. `id` names its session among the owner's and opens nothing. */
export type Device = SettingsPage['devices'][number]

/** What the page tells the owner of the account. Nothing in it is a secret of any session. */
export async function readSettingsPage(
  session: Session,
  desk: Desk,
  url: URL,
  context: AppLoadContext,
) {
  const { services, now } = context
  const { user } = session
  const section = url.searchParams.get('section')
  const [account, sessions, counts] = await Promise.all([
    services.accounts.find(user.uid),
    services.sessions.list(user.uid),
    services.tickets.count(desk.id),
  ])
  return {
    email: user.email,
    locale: account?.locale,
    timeZone: desk.timeZone,
    deskName: desk.name,
    tickets: Object.values(counts).reduce((sum, count) => sum + count, 0),
    changesPassword: signsInByPassword(user),
    passwordLength: { shortest: shortestPassword, longest: longestPassword },
    provider: user.providerData[0]?.providerId,
    exportAsks: proofAsked(session, now()),
    deletionAsks: strictProofAsked(session, now()),
    replies: section === 'replies' ? await readReplies(desk, url, context) : null,
    deleting: url.searchParams.get('step') === 'delete',
    devices: sessions
      .filter(({ lastLoginAt }) => isWithinLifetime(lastLoginAt, now()))
      .map(({ idHash, device, lastLoginAt, lastSeenAt }) => {
        return { id: idHash, device, lastLoginAt, lastSeenAt, own: idHash === session.idHash }
      }),
  }
}
