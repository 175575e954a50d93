import { createHash } from 'node:crypto'
import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type ProofAsked, proofAsked } from '~/domain/identity/proofs'
import { accountSentences } from '~/domain/legal/account-sentences'
import {
  type Bank,
  type Company,
  type LegalDetails,
  type LegalTextName,
  type LegalTexts,
  legalTextNames,
} from '~/domain/legal/legal'
import { lenderOf, missingTexts, writtenText } from '~/domain/legal/legal-store'
import { typedText } from '~/domain/legal/legal-text'
import { fillIn, type PlaceholderValues, placeholderValues } from '~/domain/legal/placeholders'
import { countriesWith } from '~/domain/shop/shipping-input'
import { type Language, languages } from '~/domain/text/languages'
import { requireSiteManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { type NamedCountry, namedCountries } from '~/i18n/countries'
import { readView, type View } from './address'
import { type OpeningPage, readOpening } from './opening.server'

export interface CompanyPage {
  view: View
  written: Record<LegalTextName, Language[]>
  fromFile: boolean
  opening?: OpeningPage
  company?: Company
  /** For a company without details. */
  proposedEmail?: string
  /** Beside the company's details. */
  smallBusiness?: boolean
  countries: NamedCountry[]
  bank?: Bank
  bankAsks: ProofAsked
  seen: string
  text?: {
    typed: string
    sample: boolean
    /** In which it is read where it is empty. */
    lender?: Language
    values: PlaceholderValues
  }
  /** Of texts that its language lacks, filled in. */
  samples?: { name: LegalTextName; text: string }[]
}

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireSiteManager(context)
  const { services, url, now, language } = context
  const view = readView(url.searchParams, language)
  const { details, version } = await services.legal.written()
  const { company, bank, texts } = details
  const inEach = legalTextNames.map((name) => [
    name,
    languages.filter((each) => texts[each]?.[name] !== undefined),
  ])
  const page: CompanyPage = {
    view,
    written: Object.fromEntries(inEach),
    fromFile: version === 0 && company !== undefined,
    opening: view.at === 'overview' ? await readOpening(own, context) : undefined,
    company,
    proposedEmail: view.at === 'details' && !company ? own.session.user.email : undefined,
    smallBusiness:
      view.at === 'details' ? (await services.catalogue.read(now())).smallBusiness : undefined,
    countries:
      view.at === 'details'
        ? namedCountries(countriesWith(company ? [company.country] : []), language)
        : [],
    bank,
    bankAsks: proofAsked(own.session, now()),
    seen: markOf(partOf(details, view)),
    text: view.at === 'text' ? await textAt(view, context) : undefined,
    samples: view.at === 'samples' ? await samplesIn(view.language, context) : undefined,
  }
  return data(page, { status: view.at === 'unknown' ? 404 : 200 })
}

async function textAt(
  view: Extract<View, { at: 'text' }>,
  context: AppLoadContext,
): Promise<CompanyPage['text']> {
  const { name, language } = view
  const { legal } = context.services
  const { details } = await legal.written()
  const own = details.texts[language]?.[name]
  const text = own ?? writtenText(await legal.sample(), name, language)?.text ?? ''
  return {
    typed: typedText(text),
    sample: own === undefined,
    lender: lenderOf(details, name, language),
    values: await valuesIn(language, context),
  }
}

async function samplesIn(
  language: Language,
  context: AppLoadContext,
): Promise<CompanyPage['samples']> {
  const { legal } = context.services
  const [{ details }, sample, values] = await Promise.all([
    legal.written(),
    legal.sample(),
    valuesIn(language, context),
  ])
  return missingTexts(details, language).map((name) => {
    const text = typedText(writtenText(sample, name, language)?.text ?? '')
    return { name, text: fillIn(text, values) }
  })
}

async function valuesIn(
  language: Language,
  { services, config }: AppLoadContext,
): Promise<PlaceholderValues> {
  const { company } = await services.legal.read()
  return placeholderValues(
    company,
    language,
    (path, each) => config.publicOrigin + localizedPath(path, each),
    accountSentences(config.accounts, config.loginProviders),
  )
}

type Part = Company | Bank | LegalTexts[LegalTextName] | LegalTextName[] | undefined

/** What a view's form changes; of samples, the texts that are missing. */
export function partOf(details: LegalDetails, view: View): Part {
  const { company, bank, texts } = details
  if (view.at === 'samples') return missingTexts(details, view.language)
  if (view.at === 'text') return texts[view.language]?.[view.name]
  return { details: company, bank, overview: undefined, unknown: undefined }[view.at]
}

export function markOf(part: Part): string {
  return createHash('sha256')
    .update(JSON.stringify(part ?? null))
    .digest('base64url')
    .slice(0, 22)
}
