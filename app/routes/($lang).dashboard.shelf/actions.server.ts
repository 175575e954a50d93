import { z } from 'zod'
import { isOnShelf } from '~/domain/shop/shelf'
import { moveProduct } from '~/domain/shop/shelf-changes'
import { pageWith } from '~/domain/shop/shelf-pages'
import { samplesIn, withoutSamples } from '~/domain/site/opening'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { shelfAddress } from './address'

/** `position`: where the product was when the form was shown. */
const moved = z.object({
  product: z.string().max(60),
  position: z.coerce.number().optional(),
})

export const action = formAction(requireSiteManager, {
  'remove-samples': { run: (_, asked) => removeSamples(asked) },
  up: form(moved, (typed, asked: Asked<OwnDesk>) => move(typed, -1, asked)),
  down: form(moved, (typed, asked: Asked<OwnDesk>) => move(typed, 1, asked)),
  ...atDeskForms,
})

async function removeSamples({ context }: Asked<OwnDesk>): Promise<ActionResult> {
  const { catalogue: source } = context.services
  await source.change((current) => {
    const none = samplesIn(current, source.sample).size === 0
    return { catalogue: none ? undefined : withoutSamples(current, source.sample) }
  }, context.now())
  return { to: localizedPath(shelfAddress(), context.language), notice: 'samplesRemoved' }
}

async function move(
  { product: id, position }: z.output<typeof moved>,
  by: -1 | 1,
  { context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { products } = await context.services.catalogue.change((current) => {
    const after = moveProduct(current, id, by, position)
    const catalogue = after === current ? undefined : after
    return { catalogue, products: after.products.filter(isOnShelf) }
  }, context.now())
  const address = localizedPath(shelfAddress(pageWith(products, id)), context.language)
  return { to: `${address}#${id}` }
}
