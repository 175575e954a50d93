import type { ShopStep } from '~/domain/site/shop-steps'

const company = '/dashboard/company'

/** Where a step of setting up the shop is done; texts that are all there have a link each. */
export function stepAddress({ name, language }: ShopStep): string {
  if (name === 'texts') return language ? `${company}?samples&in=${language}` : `${company}#texts`
  if (name === 'shipping') return '/dashboard/shelf/shipping'
  return name === 'products' ? '/dashboard/shelf' : `${company}?${name}`
}
