import { z } from 'zod'
import { setAway } from '../../domain/live/presence'
import { localizedPath } from '../../i18n/addresses'
import { type Form, form, formAction } from '../forms/form-action.server'
import { safeRedirect } from '../links/safe-redirect'
import { forgetDesk, type OwnDesk, requireDesk } from '../sessions/access.server'

/** Also of pages whose form the switch submits, so that what was typed there is shown again. */
export const atDeskForms = { 'go-away': say(true), 'come-back': say(false) }

export const atDeskAction = formAction(requireDesk, atDeskForms)

function say(away: boolean): Form<OwnDesk> {
  return form(
    z.object({ back: z.string().optional() }),
    async ({ back }, { desk, member, context }) => {
      await setAway(context.services, { desk, member }, away, context.now())
      forgetDesk(context)
      if (back === undefined) return { status: 200 }
      const overview = localizedPath('/dashboard', context.language)
      return { to: safeRedirect(back, overview), notice: away ? 'away' : 'back' }
    },
  )
}
