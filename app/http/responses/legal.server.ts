import { type AppLoadContext, data } from '@remix-run/node'
import { type Legal, shopIsOpen } from '../../domain/legal/legal'

/** The legal texts to show, or null where nobody has put real ones up. */
export function shownLegal({ services, config }: AppLoadContext): Legal | null {
  return shopIsOpen(services.legal, config.mode) ? services.legal : null
}

/** The same on every page and for everybody: the server in front may keep it. */
export const legalHeaders = { 'Surrogate-Control': 'max-age=3600' }

/** Returns what a legal page shows; 503 where there is nothing to show yet. */
export function legalAnswer<Shown>(context: AppLoadContext, show: (legal: Legal) => Shown) {
  const legal = shownLegal(context)
  const shown = legal && { sample: legal.sample, ...show(legal) }
  return data(shown, { status: shown ? 200 : 503 })
}
