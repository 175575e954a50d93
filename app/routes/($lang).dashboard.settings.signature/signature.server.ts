import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { signatureText } from '~/domain/forms/signature'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const signatureInput = z.object(fieldsIn('signature', signatureText))

export type SignaturePage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  return { signature: desk.signature }
}

const forms: Forms<OwnDesk> = {
  'save-signature': form(signatureInput, async (typed, asked) => {
    const { desk, context } = asked
    const signature = textIn('signature', typed)
    await context.services.desks.saveTexts(desk.id, { signature })
    await logChange(asked, 'texts', [desk.signature, signature])
    return { to: sectionPage('signature', context), notice: 'signatureSaved' }
  }),
}

export const action = formAction(requireManager, { ...forms, ...atDeskForms })
