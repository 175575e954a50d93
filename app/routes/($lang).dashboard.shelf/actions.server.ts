import { z } from 'zod'
import { incompleteForm } from '~/domain/forms/forms'
import { isOnShelf } from '~/domain/shop/shelf'
import { moveProduct } from '~/domain/shop/shelf-changes'
import { pageWith } from '~/domain/shop/shelf-pages'
import { samplesIn, withoutSamples, withSamples } from '~/domain/site/opening'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { readOwnUndo, signUndo } from '~/http/forms/undo.server'
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
  undo: form(z.object({ undo: z.string().default('') }), undo),
  ...atDeskForms,
})

async function removeSamples(asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { context } = asked
  const { catalogue: source } = context.services
  const { removed } = await source.change((current) => {
    const removed = [...samplesIn(current, source.sample)]
    const catalogue = removed.length > 0 ? withoutSamples(current, source.sample) : undefined
    return { catalogue, removed }
  }, context.now())
  const to = localizedPath(shelfAddress(), context.language)
  if (removed.length === 0) return { to, notice: 'samplesRemoved' }
  await logEvent(asked, 'samplesOff', { about: String(removed.length) })
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
