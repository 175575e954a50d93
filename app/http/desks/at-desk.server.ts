import { z } from 'zod'
import { setAway } from '../../domain/live/presence'
import { localizedPath } from '../../i18n/addresses'
import {
  type ActionResult,
  type Asked,
  type Form,
  form,
  formAction,
} from '../forms/form-action.server'
import { safeRedirect } from '../links/safe-redirect'
import { forgetDesk, type OwnDesk, requireDesk } from '../sessions/access.server'

/** Also of pages whose form the switch submits, so that what was typed there is shown again. */
export const atDeskForms = { 'go-away': say(true), 'come-back': say(false) }

export const atDeskAction = formAction(requireDesk, {
  ...atDeskForms,
  'choose-desk': form(z.object({ chosen: z.string() }), chooseDesk),
})

/** Has the account land at another of its desks from now on. `chosen` is its public key. */
async function chooseDesk(
  { chosen }: { chosen: string },
  { memberships, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const found = memberships.find(({ desk }) => desk.publicKey === chosen)
  if (!found) return { status: 404, errors: { form: 'errors:room.none.title' } }
  const { deskId, uid } = found.member
  await context.services.members.choose(deskId, uid, context.now())
  return { to: localizedPath('/dashboard', context.language), elsewhere: true }
}

function say(away: boolean): Form<object> {
  return form(
    z.object({ back: z.string().optional() }),
    async ({ back }, { context }: Asked<object>) => {
      // Also on pages of accounts that are at no desk.
      const { desk, member } = await requireDesk(context)
      await setAway(context.services, { desk, member }, away, context.now())
      forgetDesk(context)
      if (back === undefined) return { status: 200 }
      const overview = localizedPath('/dashboard', context.language)
      return { to: safeRedirect(back, overview), notice: away ? 'away' : 'back' }
    },
  )
}
