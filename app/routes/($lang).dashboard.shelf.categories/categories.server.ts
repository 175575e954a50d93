import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { type Catalogue, mostCategories, type Product } from '~/domain/shop/catalogue'
import { text } from '~/domain/shop/product-input'
import { longestText, texts } from '~/domain/shop/product-texts'
import { isOnShelf, readShelf } from '~/domain/shop/shelf'
import { shelfCategories, withCategories } from '~/domain/shop/shelf-changes'
import { isWritten, wordsOf } from '~/domain/shop/shown-catalogue'
import { fieldIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { categoriesAddress, productAddress } from '../($lang).dashboard.shelf/address'

const categoriesInput = z
  .object({})
  .catchall(text(longestText.title, 'shelf:errors.long.title'))
  .transform((typed) =>
    Array.from({ length: mostCategories }, (_, index) => {
      const title = texts(typed, `category${index}`)
      const id = String(typed[`id${index}`] ?? '') || undefined
      return { id, title: isWritten(title) ? title : undefined }
    }),
  )

export interface CategoriesPage extends Pick<Catalogue, 'categories'> {
  /** As the owner wrote them. */
  written: Catalogue['categories']
}

export async function loader({ context }: LoaderFunctionArgs): Promise<CategoriesPage> {
  await requireSiteManager(context)
  const { services, now } = context
  const [{ all }, written] = await Promise.all([
    readShelf(services, now()),
    services.catalogue.readWritten(now()),
  ])
  return { categories: shelfCategories(all), written: shelfCategories(written) }
}

export const action = formAction(requireSiteManager, {
  'save-categories': form(categoriesInput, saveCategories),
  ...atDeskForms,
})

async function saveCategories(
  wanted: z.output<typeof categoriesInput>,
  { context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const saved = await context.services.catalogue.change(
    (current): { catalogue?: Catalogue; used?: Product; full?: true } =>
      withCategories(current, wanted),
    context.now(),
  )
  if (saved.full) return { status: 409, errors: { form: 'shelf:errors.categoriesFull' } }
  if (!saved.used) {
    const to = localizedPath(categoriesAddress, context.language)
    return { to, notice: 'categoriesSaved' }
  }
  const { id, category, title } = saved.used
  const more = isOnShelf(saved.used) ? { see: productAddress(id) } : undefined
  const index = wanted.findIndex((each) => each.id === category)
  const error = { key: 'shelf:errors.used', values: { name: wordsOf(title, context.language) } }
  const errors = { [fieldIn(`category${index}`, context.language)]: error }
  return { status: 409, errors, more }
}
