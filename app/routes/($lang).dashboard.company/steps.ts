import { legalTextNames } from '~/domain/legal/legal'
import type { Language } from '~/domain/text/languages'
import { companyAddress } from './address'
import type { CompanyPage } from './loader.server'

export interface Step {
  name: 'details' | 'bank' | 'texts' | 'shipping' | 'products'
  done: boolean
  to: string
  /** In which texts are missing. */
  language?: Language
}

/** What a shop needs, in the order in which it is best done. */
export function stepsOf({ missing, written, opening }: CompanyPage, inOrder: Language[]): Step[] {
  if (!opening) return []
  const { delivery, products, samples } = opening.checks
  const language = inOrder.find((each) =>
    legalTextNames.some((name) => !written[name].includes(each)),
  )
  return [
    {
      name: 'details',
      done: !missing.includes('company'),
      to: companyAddress({ at: 'details' }),
    },
    { name: 'bank', done: !missing.includes('bank'), to: companyAddress({ at: 'bank' }) },
    {
      name: 'texts',
      done: language === undefined,
      to: language ? companyAddress({ at: 'samples', language }) : '',
      language,
    },
    { name: 'shipping', done: delivery, to: '/dashboard/shelf?shipping' },
    { name: 'products', done: products > 0 && samples === 0, to: '/dashboard/shelf' },
  ]
}
