import type { TFunction } from 'i18next'
import type { View } from './address'

/** Their errors say what is wrong, but not where; other fields' errors name them. */
const labels = {
  name: 'company:name',
  street: 'company:street',
  postcode: 'company:postcode',
  city: 'company:city',
  country: 'company:country',
  representatives: 'legal:representatives',
  email: 'legal:email',
  phone: 'legal:phone',
  registerCourt: 'company:registerCourt',
  registerNumber: 'company:registerNumber',
  taxNumber: 'company:taxNumber',
  vatId: 'legal:vatId',
  economicId: 'legal:economicId',
  authority: 'legal:authority',
  editor: 'legal:editor',
  holder: 'company:holder',
  iban: 'company:iban',
  bic: 'company:bic',
} as const

/** Begins the line of an error at the company's details or the bank account. */
export function fieldLabel(t: TFunction, view: View) {
  return (field: string): string | undefined => {
    if (view.at === 'bank' && field === 'name') return `${t('company:bankName')}: `
    return Object.hasOwn(labels, field) ? `${t(labels[field as keyof typeof labels])}: ` : undefined
  }
}
