import { type AppLoadContext, data } from '@remix-run/node'
import { type Legal, legalIsShown } from '../../domain/legal/legal'
import { oncePerRequest } from '../request-facts'

/** Null while there are no legal texts that may be shown. */
export const shownLegal = oncePerRequest(async (context): Promise<Legal | null> => {
  const legal = await context.services.legal.read()
  return legalIsShown(legal, context.config.mode) ? legal : null
})

/** Responds 503 while there are no texts to show. */
export async function legalAnswer<Shown>(context: AppLoadContext, show: (legal: Legal) => Shown) {
  const legal = await shownLegal(context)
  const shown = legal && { sample: legal.sample, ...show(legal) }
  return data(shown, { status: shown ? 200 : 503 })
}
