import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { longestConsent } from '~/domain/desks/embeds'
import { typedLink } from '~/domain/desks/embeds-input'
import { optionalLines } from '~/domain/forms/lines'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { nextAfter } from '~/http/desks/guide.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const text = optionalLines(longestConsent, 'greeting:errors.long')

const greetingInput = z.object({
  ...fieldsIn('greeting', text),
  ...fieldsIn('consent', text),
  ...fieldsIn('consentLink', typedLink),
})

export type GreetingPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireManager(context)
  const { consent, consentLink } = await context.services.embeds.find(own.desk.id)
  const next = await nextAfter(['greeting'], own, context)
  return { greeting: own.desk.greeting, consent, consentLink, next }
}

const forms: Forms<OwnDesk> = {
  'save-greeting': form(greetingInput, async (typed, asked) => {
    const { desk, context } = asked
    const { desks, embeds } = context.services
    const before = await embeds.find(desk.id)
    const greeting = textIn('greeting', typed)
    const consent = textIn('consent', typed)
    const consentLink = textIn('consentLink', typed)
    await desks.saveTexts(desk.id, { greeting })
    await embeds.save(desk.id, { consent, consentLink })
    await logChange(asked, 'texts', [
      [desk.greeting, before.consent, before.consentLink],
      [greeting, consent, consentLink],
    ])
    const next = await nextAfter(['greeting'], { ...asked, desk: { ...desk, greeting } }, context)
    const to = sectionPage('greeting', context)
    // The next step stands at the head of the section.
    return { to: next ? `${to}#greeting-heading` : to, notice: 'textsSaved' }
  }),
}

export const action = formAction(requireManager, { ...forms, ...atDeskForms })
