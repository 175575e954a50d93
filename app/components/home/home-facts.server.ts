import { presenceAt } from '~/domain/desks/availability'
import { findSiteDesk } from '~/domain/desks/site-desk'
import type { LegalSource } from '~/domain/legal/legal-store'
import type { CatalogueSource } from '~/domain/shop/catalogue-store'
import { productsOnHome, readShelf } from '~/domain/shop/shelf'
import type { SiteIdentity } from '~/domain/site/identity'
import { type ShopState, samplesIn } from '~/domain/site/opening'
import type { Stores } from '~/domain/stores'
import { placeOf } from '../shop/pickup'
import type { HomeFacts } from './home-facts'

type Ports = Pick<Stores, 'desks' | 'siteClaim' | 'orders'> & {
  catalogue: Pick<CatalogueSource, 'read' | 'readWritten' | 'sample'>
  legal: Pick<LegalSource, 'written'>
}

/** What the parts of the home page show of desk, company and shelf. */
export async function readHomeFacts(
  ports: Ports,
  identity: Promise<SiteIdentity>,
  state: Promise<ShopState>,
  now: Date,
): Promise<HomeFacts> {
  const [counter, shelf, written, { details }, site, shop] = await Promise.all([
    readCounter(ports, now),
    readShelf(ports, now),
    ports.catalogue.readWritten(now),
    ports.legal.written(),
    identity,
    state,
  ])
  const { company } = details
  const samples = samplesIn(written, ports.catalogue.sample)
  const { smallBusiness } = shelf.catalogue
  const shown = productsOnHome(shelf.catalogue, samples).map((product) => ({
    product,
    left: shelf.left(product.id),
  }))
  return {
    name: site.named ? site.name : '',
    ...counter,
    company: company && { name: company.name, place: placeOf(company) },
    shelf: shop.kind === 'closed' ? undefined : { state: shop, smallBusiness, products: shown },
  }
}

async function readCounter(ports: Ports, now: Date): Promise<Pick<HomeFacts, 'counter' | 'week'>> {
  const desk = await findSiteDesk(ports)
  if (!desk) return {}
  return { counter: { presence: await presenceAt(ports.desks, desk, now) }, week: desk.week }
}
