import { z } from 'zod'
import { incompleteForm } from '~/domain/forms/forms'
import { isOnShelf } from '~/domain/shop/shelf'
import { moveProduct } from '~/domain/shop/shelf-changes'
import { pageWith } from '~/domain/shop/shelf-pages'
import { withSamples } from '~/domain/site/opening'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { readOwnUndo, signUndo } from '~/http/forms/undo.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { removeSamples } from '~/http/shop/samples.server'
import { localizedPath } from '~/i18n/addresses'
import { shelfAddress } from './address'

/** `position`: where the product was when the form was shown. */
const moved = z.object({
  product: z.string().max(60),
  position: z.coerce.number().optional(),
})

export const action = formAction(requireSiteManager, {
  'remove-samples': { run: (_, asked) => withoutThem(asked) },
  up: form(moved, (typed, asked: Asked<OwnDesk>) => move(typed, -1, asked)),
  down: form(moved, (typed, asked: Asked<OwnDesk>) => move(typed, 1, asked)),
  undo: form(z.object({ undo: z.string().default('') }), undo),
  ...atDeskForms,
})

async function withoutThem(asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { context } = asked
  const removed = await removeSamples(asked)
  const to = localizedPath(shelfAddress(), context.language)
  if (removed.length === 0) return { to, notice: 'samplesRemoved' }
  const value = signUndo(`samples ${removed.join(' ')}`, asked, context)
  return { to, notice: 'samplesRemoved', about: { undo: { action: to, value } } }
}

/** The samples are the only products that come back. */
async function undo({ undo: signed }: { undo: string }, asked: Asked<OwnDesk>) {
  const { context } = asked
  const [kind, ...ids] = readOwnUndo(signed, asked, context)?.split(' ') ?? []
  if (kind !== 'samples')
    return { status: 400, errors: { form: incompleteForm } } satisfies ActionResult
  const { catalogue: source } = context.services
  await source.change((current) => {
    const after = withSamples(current, source.sample, ids)
    return { catalogue: after === current ? undefined : after }
  }, context.now())
  const to = localizedPath(shelfAddress(), context.language)
  return { to, notice: 'samplesBack' } satisfies ActionResult
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
