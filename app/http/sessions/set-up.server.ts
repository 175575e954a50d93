import type { AppLoadContext } from '@remix-run/node'
import { awaitsOwner } from '../../domain/desks/site-desk'
import { askedFor } from '../links/destination'
import { readSetupPath } from '../links/setup-link.server'
import { oncePerRequest } from '../request-facts'

/** Where the site has no owner yet and waits for a set-up link; undefined elsewhere. */
export type SetUp =
  /** The address has such a link. */
  | 'here'
  /** It has one whose day has passed, or none. */
  | 'ended'
  | 'without-link'
  /** It has one, but the site has an owner. */
  | 'done'
  | undefined

/** Of the address itself, or of its `redirect`. */
export const askedSetUp = oncePerRequest(async (context: AppLoadContext): Promise<SetUp> => {
  const { services, config, now } = context
  const link = readSetupPath(askedFor(context), config.secrets, now())
  if (config.siteOwner !== 'set-up') return link && 'done'
  if (!(await awaitsOwner(services, config.siteOwner))) return link && 'done'
  if (link === 'valid') return 'here'
  return link ?? 'without-link'
})
