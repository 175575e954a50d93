import type { Config } from '~/config'
import { awaitsOwner } from '~/domain/desks/site-desk'
import type { Stores } from '~/domain/stores'
import { setupPath } from '~/http/links/setup-link.server'

/** Where whoever runs the server sets up the site, for a day; undefined where it does not wait for that. */
export async function setupLink(
  stores: Pick<Stores, 'desks' | 'siteClaim'>,
  { siteOwner, publicOrigin, secrets }: Pick<Config, 'siteOwner' | 'publicOrigin' | 'secrets'>,
  now: Date,
): Promise<string | undefined> {
  const awaits = siteOwner === 'set-up' && (await awaitsOwner(stores, siteOwner))
  return awaits ? publicOrigin + setupPath(secrets, now) : undefined
}
