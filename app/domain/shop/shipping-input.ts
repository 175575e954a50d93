import { z } from 'zod'
import type { Language } from '../text/languages'
import { fieldIn, fieldsIn } from '../text/localized-fields'
import type { Catalogue } from './catalogue'
import { readAmount } from './money'
import { amountIssue, line } from './product-input'
import { longestText, texts } from './product-texts'
import { isWritten } from './shown-catalogue'

export const mostRates = 6

/** Where a shop in Europe is, and ships to; others that a file named stay. Source: ISO 3166-1 alpha-2. */
const usualCountries =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'

export function shippingCountries({ shipping }: Pick<Catalogue, 'shipping'>): string[] {
  return countriesWith(shipping.flatMap(({ countries }) => countries))
}

export function countriesWith(named: readonly string[]): string[] {
  return [...new Set([...usualCountries.split(' '), ...named])]
}

/** Hours of a whole week fit. */
const when = line(longestText.summary, 'shelf:errors.long.summary')

/**
 * A rate's fields carry its place: `price0`, `free0`, and `to0-DE` for each country. `unticked`: times to pick up,
 * without the tick that offers it.
 */
export function shippingForm(language: Language) {
  return z
    .object({
      pickup: z.literal('on').optional(),
      payOnPickup: z.literal('on').optional(),
      seen: z.string().max(60).default(''),
      ...fieldsIn('when', when),
    })
    .catchall(z.string().max(60).optional())
    .transform((typed, context) => {
      const issue = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      const amount = (field: string, text: string, wrong: string) => {
        const { cents, readings } = readAmount(text)
        if (cents === undefined)
          context.addIssue({ ...amountIssue(wrong, readings), path: [field] })
        return cents
      }
      const taken = new Set<string>()
      const rates: Catalogue['shipping'] = []
      for (let index = 0; index < mostRates; index += 1) {
        const countries = Object.keys(typed).flatMap((name) => {
          const [, at, country] = /^to(\d)-([A-Z]{2})$/.exec(name) ?? []
          return Number(at) === index && country ? country : []
        })
        const [price, free] = [typed[`price${index}`] ?? '', typed[`free${index}`] ?? '']
        if (countries.length === 0 && price === '') continue
        const cents = amount(`price${index}`, price, 'shelf:errors.price')
        const freeFrom =
          free === '' ? undefined : amount(`free${index}`, free, 'shelf:errors.freeFrom')
        if (countries.length === 0) issue(`to${index}`, 'shelf:errors.countries')
        if (countries.some((country) => taken.has(country))) {
          issue(`to${index}`, 'shelf:errors.countryTwice')
        }
        for (const country of countries) taken.add(country)
        rates.push({ countries, price: cents ?? 0, ...(freeFrom !== undefined && { freeFrom }) })
      }
      const when = texts(typed, 'when')
      if (typed.pickup && !isWritten(when)) issue(fieldIn('when', language), 'shelf:errors.when')
      const payOnPickup = typed.payOnPickup !== undefined
      const unticked = !typed.pickup && isWritten(when)
      const pickup = typed.pickup && when
      return { shipping: rates, pickup, payOnPickup, unticked, seen: typed.seen }
    })
}
