import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { proofAsked } from '~/domain/identity/proofs'
import type { Bank, LegalDetails, LegalTextName } from '~/domain/legal/legal'
import { bankForm, companyForm, type Filled, textForm } from '~/domain/legal/legal-forms'
import { lenderOf, missingTexts } from '~/domain/legal/legal-store'
import { tradeName } from '~/domain/legal/trade-name'
import { withSmallBusiness } from '~/domain/shop/shelf-changes'
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

/** `wasSmall`: as the form was shown, since another member may have changed it. */
const vatForm = z.object({
  smallBusiness: z.literal('on').optional(),
  wasSmall: z.enum(['on', 'off']).default('off'),
})

const samplesForm = z.object({ seen: z.string().default('') })

export const action = formAction(requireSiteManager, async (_, context) => ({
  ...(await formsOf(context)),
  ...atDeskForms,
}))

async function formsOf(context: AppLoadContext): Promise<Forms<OwnDesk>> {
  const view = readView(context.url.searchParams, context.language)
  if (view.at === 'details') {
    return {
      save: form(companyForm.and(vatForm), async (filled, asked: AskedOwner) => {
        const saved = await save(asked, view, filled, (details, company) => ({
          ...details,
          company,
        }))
        if ('to' in saved) {
          await nameDesk(asked, filled.value.name)
          await saveVat(filled, asked)
        }
        return saved
      }),
    }
  }
  if (view.at === 'bank') {
    return {
      save: form(bankForm.and(proofInput), saveBank, { password: 'bankPassword' }),
      'sign-in-again': { run: signInAgain },
    }
  }
  if (view.at === 'overview') return openingForms(context)
  if (view.at === 'samples') {
    return {
      save: form(samplesForm, async ({ seen }, asked: AskedOwner) => {
        const sample = await context.services.legal.sample()
        return save(asked, view, { value: [], seen }, ({ texts, ...rest }) => {
          const all = { ...sample.texts[view.language], ...texts[view.language] }
          return { ...rest, texts: { ...texts, [view.language]: all } }
        })
      }),
    }
  }
  if (view.at !== 'text') return {}
  const { name, language } = view
  const { details } = await context.services.legal.written()
  const input = textForm(name, lenderOf(details, name, language) !== undefined)
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

/** By the company's name, until the owner gives it another. */
async function nameDesk(asked: AskedOwner, company: string): Promise<void> {
  const { desk, context } = asked
  const name = deskName.safeParse(tradeName(company))
  if (desk.name !== '' || !name.success) return
  await context.services.desks.rename(desk.id, name.data)
  await logEvent(asked, 'name', { about: name.data })
}

async function saveVat(
  { smallBusiness, wasSmall }: z.output<typeof vatForm>,
  asked: AskedOwner,
): Promise<void> {
  const isSmall = smallBusiness === 'on'
  if (isSmall === (wasSmall === 'on')) return
  const { services, now } = asked.context
  const { changed } = await services.catalogue.change((current) => {
    const after = withSmallBusiness(current, isSmall)
    return after === current ? { changed: false } : { changed: true, catalogue: after }
  }, now())
  if (changed) await logEvent(asked, isSmall ? 'vatOff' : 'vatOn')
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
    (current): { details?: LegalDetails; late?: string; texts?: LegalTextName[] } => {
      const before = partOf(current, view)
      if (isDeepStrictEqual(before, value)) return {}
      if (markOf(before) !== seen) return { late: markOf(before) }
      return { details: change(current, value), texts: textsOf(view, current) }
    },
  )
  if (saved.late) {
    const more = { see: companyAddress(view), seen: saved.late }
    return { status: 409, errors: { form: 'errors:errors.changed' }, more }
  }
  for (const about of saved.texts ?? []) await logEvent(asked, 'legal', { about })
  if (saved.details && (view.at === 'bank' || view.at === 'details')) {
    await logEvent(asked, view.at === 'bank' ? 'bank' : 'company')
  }
  const { details } = await services.legal.written()
  const next = viewAfter(view, details)
  const place = next.at === 'overview' ? '#opening' : ''
  return { to: `${localizedPath(companyAddress(next), language)}${place}`, notice: 'companySaved' }
}

/** The other samples, for who came from there; else the overview, which has the next step. */
function viewAfter(view: View, details: LegalDetails): View {
  if (view.at !== 'text' || !view.fromSamples) return { at: 'overview' }
  const { language } = view
  return missingTexts(details, language).length > 0
    ? { at: 'samples', language }
    : { at: 'overview' }
}

function textsOf(view: View, current: LegalDetails): LegalTextName[] {
  if (view.at === 'samples') return missingTexts(current, view.language)
  return view.at === 'text' ? [view.name] : []
}
