import { type AppLoadContext, data } from '@remix-run/node'
import { type Legal, shopIsOpen } from '../../domain/legal/legal'

/** Null where nobody has provided real ones. */
export function shownLegal({ services, config }: AppLoadContext): Legal | null {
  return shopIsOpen(services.legal, config.mode) ? services.legal : null
}

/** The same for everybody: the server may keep the page. */
export const legalHeaders = { 'Surrogate-Control': 'max-age=3600' }

/** Responds 503 where there is nothing to show yet. */
export function legalAnswer<Shown>(context: AppLoadContext, show: (legal: Legal) => Shown) {
  const legal = shownLegal(context)
  const shown = legal && { sample: legal.sample, ...show(legal) }
  return data(shown, { status: shown ? 200 : 503 })
}
