import type { Config } from '~/config'
import { awaitsOwner } from '~/domain/desks/site-desk'
import type { Stores } from '~/domain/stores'
import { setupPath } from '~/http/links/setup-link.server'

/** The address where the server's operator sets up the site; undefined where it waits for none. */
export async function setupLink(
  stores: Pick<Stores, 'desks' | 'siteClaim'>,
  { siteOwner, publicOrigin, secrets }: Pick<Config, 'siteOwner' | 'publicOrigin' | 'secrets'>,
  now: Date,
): Promise<string | undefined> {
  const awaits = siteOwner === 'set-up' && (await awaitsOwner(stores, siteOwner))
  return awaits ? publicOrigin + setupPath(secrets, now) : undefined
}
