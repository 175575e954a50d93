import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import type { FormErrors } from '~/domain/forms/forms'
import {
  type Catalogue,
  findProduct,
  isDelivered,
  type Product,
  type Texts,
} from '~/domain/shop/catalogue'
import { mostImages, mostProducts } from '~/domain/shop/catalogue-input'
import type { Cents } from '~/domain/shop/money'
import { type ProductForm, productForm } from '~/domain/shop/product-input'
import { type ProductPhoto, photoAddress } from '~/domain/shop/product-photos'
import { texts } from '~/domain/shop/product-texts'
import { isOnShelf } from '~/domain/shop/shelf'
import {
  newKey,
  shelfCategories,
  withCategory,
  withoutProduct,
  withProduct,
} from '~/domain/shop/shelf-changes'
import { wordsOf } from '~/domain/shop/shown-catalogue'
import { declaredFor } from '~/domain/shop/stock'
import { inEvery, type Language } from '~/domain/text/languages'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { readPhotoForm, type SentPhoto } from '~/http/forms/photo.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import { productAddress, shelfAddress } from '../($lang).dashboard.shelf/address'
import { markOf } from '../($lang).dashboard.shelf/marks.server'
import { chosenPhoto, photoForms } from './photos.server'

type AskedOwner = Asked<OwnDesk & { photo?: SentPhoto }>

export const action = formAction(
  requireSiteManager,
  {
    ...photoForms,
    save: form(productForm, save),
    remove: { run: (_, asked) => remove(asked) },
    ...atDeskForms,
  },
  readPhotoForm,
)

type Saved = { catalogue?: Catalogue } & (
  | { kind: 'saved'; id: string; priceBefore?: Cents }
  | { kind: 'refused'; status: 400 | 404 | 409; errors: FormErrors; more?: object }
)

async function save(form: ProductForm, asked: AskedOwner): Promise<ActionResult> {
  const { context } = asked
  const typed = {
    ...form,
    deliveryTime: usualTexts(form.deliveryTime, context.language, 'shelf:deliveryTimeUsual'),
  }
  const { services, now, url } = context
  const id = url.searchParams.get('product') ?? undefined
  const photo = await chosenPhoto(asked, id ?? JSON.stringify(typed))
  if (photo && !('id' in photo)) return photo
  const held = await heldOf(id ?? freeId(await services.catalogue.read(now()), typed), context)
  const saved = await services.catalogue.change(
    (current) => decide(current, typed, id, held, photo, context.language),
    now(),
    photo && [photo],
  )
  if (saved.kind === 'refused') return saved
  const { catalogue, priceBefore } = saved
  if (catalogue && priceBefore !== typed.price) {
    const event = priceBefore === undefined ? 'added' : 'price'
    const about = typed.title[context.language]
    await logEvent(asked, event, { about, priceBefore, priceAfter: typed.price })
  }
  const address = localizedPath(productAddress(saved.id), context.language)
  return { to: address, notice: 'productSaved' }
}

/** What the form fills in is known in the other languages, too. */
function usualTexts(
  typed: Texts,
  language: Language,
  key: 'shelf:deliveryTimeUsual' | 'shelf:heading',
): Texts {
  const usual = (each: Language) => translations(each).t(key)
  if (typed[language] !== usual(language)) return typed
  return inEvery((each) => typed[each] || usual(each))
}

function categoryTitles(title: string, language: Language): Texts {
  return usualTexts({ ...inEvery(() => ''), [language]: title }, language, 'shelf:heading')
}

/** What it shows is written beside it afterwards. */
function withPhoto(images: Product['images'], photo?: ProductPhoto): Product['images'] {
  const file = photo && photoAddress(photo.id)
  if (!file || images.some((image) => image.file === file)) return images
  return [...images, { file, alt: texts({}, 'alt') }]
}

function decide(
  current: Catalogue,
  typed: ProductForm,
  id: string | undefined,
  held: number,
  photo: ProductPhoto | undefined,
  language: Language,
): Saved {
  const refuse = (status: 400 | 404 | 409, errors: FormErrors, more?: object): Saved => ({
    kind: 'refused',
    status,
    errors,
    more,
  })
  const known = id === undefined ? undefined : findProduct(current, id)
  if (id !== undefined && !(known && isOnShelf(known))) {
    return refuse(404, { form: 'shelf:errors.gone' })
  }
  const { left, leftShown, seen, newCategory, ...rest } = typed
  const sorted = newCategory
    ? withCategory(current, categoryTitles(newCategory, language), language)
    : Object.hasOwn(current.categories, typed.category) && { ...typed, catalogue: current }
  if (!sorted) {
    if (newCategory) return refuse(409, { newCategory: 'shelf:errors.categoriesFull' })
    const some = Object.keys(shelfCategories(current)).length > 0
    return refuse(400, { [some ? 'category' : 'newCategory']: 'shelf:errors.category' })
  }
  if (!isDelivered(typed, current)) {
    const error = typed.delivery === 'pickup' ? 'shelf:errors.noPickup' : 'shelf:errors.noShipping'
    return refuse(400, { delivery: error })
  }
  const images = withPhoto(known?.images ?? [], photo)
  if (images.length > mostImages) return refuse(409, { photo: 'shelf:errors.photos' })
  const content: Omit<Product, 'id'> = {
    ...rest,
    category: sorted.category,
    vatRate: current.smallBusiness ? 0 : rest.vatRate,
    images,
    grants: known?.grants ?? {},
    ...(known?.interval && { interval: known.interval }),
    ...(left !== undefined && { stock: declaredFor(known?.stock, left, leftShown, held) }),
  }
  if (!known) return create(sorted.catalogue, content, refuse)
  const product = { ...content, id: known.id }
  // The same once more, as by a second click.
  const { stock: _, ...said } = product
  const { stock: __, ...before } = known
  if (markOf(known) !== seen) {
    const more = { see: productAddress(known.id), seen: markOf(known) }
    return isDeepStrictEqual(said, before) && leftShown !== undefined
      ? { kind: 'saved', id: known.id }
      : refuse(409, { form: 'errors:errors.changed' }, more)
  }
  const catalogue = withProduct(sorted.catalogue, product)
  return { kind: 'saved', id: known.id, priceBefore: known.price, catalogue }
}

function create(
  current: Catalogue,
  content: Omit<Product, 'id'>,
  refuse: (status: 409, errors: FormErrors) => Saved,
): Saved {
  // The same form once more, even if its product was changed meanwhile: its photo is known by the form.
  const photo = content.images[0]?.file
  const twin = current.products.find(
    ({ id: _, ...each }) =>
      isDeepStrictEqual(each, content) || each.images.some(({ file }) => file === photo),
  )
  if (twin) return { kind: 'saved', id: twin.id }
  if (current.products.length >= mostProducts) return refuse(409, { form: 'shelf:errors.full' })
  const id = freeId(current, content)
  return { kind: 'saved', id, catalogue: withProduct(current, { ...content, id }) }
}

function freeId(catalogue: Catalogue, { title }: Pick<Product, 'title'>): string {
  return newKey(wordsOf(title), (key) => findProduct(catalogue, key) !== undefined)
}

/** Pieces that orders hold, beyond what the catalogue says there are. */
async function heldOf(id: string, { services }: AppLoadContext): Promise<number> {
  const many = 1_000_000
  return many - ((await services.orders.stockLeft({ [id]: many }))[id] ?? many)
}

async function remove(asked: AskedOwner): Promise<ActionResult> {
  const { context } = asked
  const id = context.url.searchParams.get('product')
  if (id === null) return { status: 404 }
  const { removed } = await context.services.catalogue.change((current) => {
    const known = findProduct(current, id)
    const removed = known && isOnShelf(known) ? known : undefined
    return { removed, catalogue: removed && withoutProduct(current, id) }
  }, context.now())
  if (removed) await logEvent(asked, 'dropped', { about: removed.title[context.language] })
  return { to: localizedPath(shelfAddress(), context.language), notice: 'productRemoved' }
}
