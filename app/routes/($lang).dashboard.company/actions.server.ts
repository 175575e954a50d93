import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { proofAsked } from '~/domain/identity/proofs'
import type { Bank, LegalDetails } from '~/domain/legal/legal'
import { bankForm, companyForm, type Filled, textForm } from '~/domain/legal/legal-forms'
import { defaultLanguage } from '~/domain/text/languages'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import {
  type ActionResult,
  type Asked,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { confirmFirst, prove, signInAgain } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'
import { companyAddress, readView, type View } from './address'
import { markOf, partOf } from './loader.server'
import { openingForms } from './opening.server'

type AskedOwner = Asked<OwnDesk>

const proofInput = z.object({
  bankPassword: z.string().optional(),
  captcha: z.string().optional(),
})

export const action = formAction(requireSiteManager, (_, context) => ({
  ...formsOf(context),
  ...atDeskForms,
}))

function formsOf(context: AppLoadContext): Forms<OwnDesk> {
  const view = readView(context.url.searchParams, context.language)
  if (view.at === 'details') {
    return {
      save: form(companyForm, (filled, asked: AskedOwner) =>
        save(asked, view, filled, (details, company) => ({ ...details, company })),
      ),
    }
  }
  if (view.at === 'bank') {
    return {
      save: form(bankForm.and(proofInput), saveBank, { password: 'bankPassword' }),
      'sign-in-again': { run: signInAgain },
    }
  }
  if (view.at === 'overview') return openingForms(context)
  if (view.at !== 'text') return {}
  const { name, language } = view
  const input = textForm(name, language !== defaultLanguage)
  return {
    save: form(input, (filled, asked: AskedOwner) =>
      save(asked, view, filled, ({ texts, ...rest }, value) => {
        const { [name]: _, ...others } = texts[language] ?? {}
        const changed = value === undefined ? others : { ...others, [name]: value }
        return { ...rest, texts: { ...texts, [language]: changed } }
      }),
    ),
    preview: form(input, () => ({ status: 200 })),
  }
}

/** Only after a proof: a browser left signed in must not lead payments elsewhere. */
async function saveBank(
  { bankPassword: password, captcha, ...filled }: Filled<Bank> & z.output<typeof proofInput>,
  { context, ...asked }: AskedOwner,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  const needed = proofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  const saved = await save({ ...asked, context }, { at: 'bank' }, filled, (details, bank) => ({
    ...details,
    bank,
  }))
  return 'to' in saved ? { ...saved, cookies: await proof.cookies() } : saved
}

/** Refused where it was changed since the form was shown, unless by the same form. */
async function save<Value>(
  asked: Pick<AskedOwner, 'desk' | 'member' | 'context'>,
  view: View,
  { value, seen }: Filled<Value>,
  change: (details: LegalDetails, value: Value) => LegalDetails,
): Promise<ActionResult> {
  const { services, language } = asked.context
  const saved = await services.legal.change(
    (current): { details?: LegalDetails; late?: string } => {
      const before = partOf(current, view)
      if (isDeepStrictEqual(before, value)) return {}
      if (markOf(before) !== seen) return { late: markOf(before) }
      return { details: change(current, value) }
    },
  )
  if (saved.late) {
    const more = { see: companyAddress(view), seen: saved.late }
    return { status: 409, errors: { form: 'errors:errors.changed' }, more }
  }
  if (saved.details) await note(asked, view)
  // The next missing part is there.
  const to = `${localizedPath(companyAddress({ at: 'overview' }), language)}#parts`
  return { to, notice: 'companySaved' }
}

function note(asked: Pick<AskedOwner, 'desk' | 'member' | 'context'>, view: View): Promise<void> {
  if (view.at === 'text') return logEvent(asked, 'legal', { about: view.name })
  return logEvent(asked, view.at === 'bank' ? 'bank' : 'company')
}
