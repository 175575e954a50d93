import type { Company, Legal } from '~/domain/legal/legal'
import type { Catalogue, Texts } from '~/domain/shop/catalogue'

export interface ShownPickup {
  place: string
  when: Texts
}

export function shownPickup(
  { pickup }: Pick<Catalogue, 'pickup'>,
  { company }: Pick<Legal, 'company'>,
): ShownPickup | undefined {
  return pickup && { place: placeOf(company), when: pickup }
}

export function placeOf({ street, postcode, city }: Company): string {
  return `${street}, ${postcode} ${city}`
}
