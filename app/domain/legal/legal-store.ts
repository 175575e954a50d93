import { inEvery, type Language, languages } from '../text/languages'
import {
  type CompleteDetails,
  type Legal,
  type LegalDetails,
  type LegalTextName,
  type LegalTexts,
  legalTextNames,
} from './legal'
import { storedDetails } from './legal-input'
import { type AddressOf, fillIn, placeholderValues } from './placeholders'
import { withoutPlans } from './plan-chapter'

export interface StoredLegal {
  details: LegalDetails
  /** Grows with each change, from 1. */
  version: number
}

/** Details written in the browser or imported; empty until then. */
export interface LegalStore {
  /** 0 while it is empty. */
  version(): Promise<number>
  find(): Promise<StoredLegal | undefined>
  /** One commit. `decide` gets the stored details and may run again; without details nothing changes. */
  change<Decided extends { details?: LegalDetails }>(
    decide: (stored: LegalDetails | undefined) => Decided,
  ): Promise<Decided>
}

export interface LegalFile {
  details: LegalDetails
  sample: CompleteDetails
}

/** Who runs the site, the bank account and the legal texts: as stored, else from the file. */
export interface LegalSource {
  /** As it is shown; gaps show the sample. */
  read(): Promise<Legal>
  /** As it is written; version 0 for the file's. */
  written(): Promise<StoredLegal>
  change<Decided extends { details?: LegalDetails }>(
    decide: (current: LegalDetails) => Decided,
  ): Promise<Decided>
  /** To begin with; it has a chapter on plans where they are offered. */
  sample(): Promise<CompleteDetails>
  onChange(listener: () => void): void
}

interface Options {
  addressOf: AddressOf
  /** Who checks passwords and with whom one signs in, in words. */
  accounts?: Record<Language, string>
  /** Whether the site offers plans to other businesses. */
  offers(): Promise<boolean>
  /** Returns a short text that differs for different texts. */
  hash(text: string): string
}

export function createLegalSource(
  store: LegalStore,
  file: LegalFile,
  { addressOf, accounts, offers, hash }: Options,
): LegalSource {
  const listeners: (() => void)[] = []
  let known: StoredLegal = { version: 0, details: file.details }
  let shown: { details: LegalDetails; plans: boolean; legal: Legal } | undefined

  async function current() {
    if (known.version !== (await store.version())) {
      known = (await store.find()) ?? { details: file.details, version: 0 }
    }
    return known
  }

  async function sample() {
    return (await offers()) ? file.sample : withoutPlans(file.sample)
  }

  async function read() {
    const [{ details }, plans] = await Promise.all([current(), offers()])
    if (shown?.details !== details || shown.plans !== plans) {
      shown = { details, plans, legal: shownOf(details, plans) }
    }
    return shown.legal
  }

  function shownOf(details: LegalDetails, plans: boolean): Legal {
    const [own, other] = plans
      ? [details, file.sample]
      : [withoutPlans(details), withoutPlans(file.sample)]
    const shown = showLegal(own, other, addressOf, accounts)
    const accepted = Object.values(shown.texts).map(({ terms, delivery, withdrawal }) => [
      terms,
      delivery,
      withdrawal,
    ])
    return { ...shown, version: hash(JSON.stringify(accepted)) }
  }

  return {
    read,
    written: current,

    async change(decide) {
      const decided = await store.change((stored) => {
        const decided = decide(stored ?? file.details)
        // What could not be read again must not be written.
        if (decided.details) storedDetails(decided.details)
        return decided
      })
      if (decided.details) for (const listener of listeners) listener()
      return decided
    },

    sample,
    onChange: (listener) => void listeners.push(listener),
  }
}

export const legalPartNames = ['company', 'bank', ...legalTextNames] as const

/** Details without which the sample's are shown; a text in any language will do. */
export function missingIn(details: LegalDetails) {
  return legalPartNames.filter((name) =>
    name === 'company' || name === 'bank'
      ? details[name] === undefined
      : languages.every((language) => details.texts[language]?.[name] === undefined),
  )
}

/** Invoices above €250 name a German seller's tax number or VAT ID (§ 14 (4) UStG, § 33 UStDV). */
export function lacksTaxNumber({ company }: Pick<LegalDetails, 'company'>): boolean {
  return company?.country === 'DE' && !company.taxNumber && !company.vatId
}

/**
 * Whose law, VAT and clock shops have here: in the samples, in fixed sentences (§ 19 UStG), in the usual
 * rates and in the days of orders. Another country needs all of them.
 */
const shopCountries: readonly string[] = ['DE']

/** Whether the company is where no shop can open. Until it is named, it may be anywhere. */
export function isAbroad({ company }: Pick<LegalDetails, 'company'>): boolean {
  return company !== undefined && !shopCountries.includes(company.country)
}

/** Whether nothing is missing in them that the law asks of a shop. */
export function isComplete(details: LegalDetails): boolean {
  return missingIn(details).length === 0 && !lacksTaxNumber(details)
}

/** The texts that a language lacks, and readers of it get in another. */
export function missingTexts({ texts }: LegalDetails, language: Language): LegalTextName[] {
  return legalTextNames.filter((name) => texts[language]?.[name] === undefined)
}

/** With placeholders filled in. A text that a language lacks is that of the first which has it. */
export function showLegal(
  details: LegalDetails,
  sample: CompleteDetails,
  addressOf: AddressOf,
  accounts?: Record<Language, string>,
): Omit<Legal, 'version'> {
  const { company = sample.company, bank = sample.bank } = details
  const values = inEvery((language) => placeholderValues(company, language, addressOf, accounts))
  const found = (name: LegalTextName, language: Language) =>
    writtenText(details, name, language) ??
    writtenText(sample, name, language) ?? { text: '', language }
  const shown = (language: Language) => (name: LegalTextName) => {
    const { text, language: source } = found(name, language)
    return [name, fillIn(text, values[source])]
  }
  const borrowed = inEvery((language) => {
    const sources = legalTextNames.map((name) => [name, found(name, language).language] as const)
    return Object.fromEntries(sources.filter(([, source]) => source !== language))
  })
  return {
    sample: missingIn(details).length > 0,
    company,
    bank,
    borrowed,
    texts: inEvery(
      (language) =>
        Object.fromEntries(legalTextNames.map(shown(language))) as unknown as LegalTexts,
    ),
  }
}

/** The language in which a text is read by those whose own lacks it. */
export function lenderOf(
  { texts }: LegalDetails,
  name: LegalTextName,
  language: Language,
): Language | undefined {
  return languages.find((each) => each !== language && texts[each]?.[name] !== undefined)
}

/** A text as it was written, in this language or else the first that has it. */
export function writtenText(
  { texts }: Pick<LegalDetails, 'texts'>,
  name: LegalTextName,
  wanted: Language,
) {
  for (const language of [wanted, ...languages]) {
    const text = texts[language]?.[name]
    if (text !== undefined) return { text, language }
  }
  return undefined
}
