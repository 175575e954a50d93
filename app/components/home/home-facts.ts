import type { Presence } from '~/domain/desks/availability'
import type { Week } from '~/domain/desks/hours'
import type { ShopState } from '~/domain/site/opening'
import type { ShownProduct } from '../shop/product-card'

/** What the parts of the home page show that is written elsewhere. */
export interface HomeFacts {
  /** Empty while the site has none. */
  name: string
  /** Undefined while nobody runs the site. */
  counter?: { presence: Presence }
  week?: Week
  company?: { name: string; place: string }
  /** Undefined while the shop is not open. */
  shelf?: { state: ShopState; smallBusiness: boolean; products: ShownProduct[] }
}
