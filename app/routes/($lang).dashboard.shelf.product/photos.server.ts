import { createHash } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { renderPhoto } from '~/domain/files/photo-intake'
import type { Notice } from '~/domain/forms/notices'
import { type Catalogue, findProduct, type Product } from '~/domain/shop/catalogue'
import { text } from '~/domain/shop/product-input'
import type { ProductPhoto } from '~/domain/shop/product-photos'
import { longestText, texts } from '~/domain/shop/product-texts'
import { isOnShelf } from '~/domain/shop/shelf'
import { withProduct } from '~/domain/shop/shelf-changes'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import { photoRefused, type SentPhoto } from '~/http/forms/photo.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { productAddress } from '../($lang).dashboard.shelf/address'

type AskedOwner = Asked<OwnDesk & { photo?: SentPhoto }>
type Images = Product['images']

const words = z
  .object({ image: z.string().max(200).default('') })
  .catchall(text(longestText.title, 'shelf:errors.long.title'))
  .transform((typed) => ({ image: typed.image, alt: texts(typed, 'alt') }))

export const photoForms = {
  // A form that broke off, without its button.
  'save-photo': {
    run: async (_: unknown, { photo }: AskedOwner) =>
      photoRefused(photo?.kind === 'problem' ? photo.why : 'unread'),
  },
  'save-words': form(words, ({ image, alt }, asked: AskedOwner) =>
    changeImages(asked, (images) =>
      images.map((each) => (each.file === image ? { ...each, alt } : each)),
    ),
  ),
  'first-photo': form(words, ({ image }, asked: AskedOwner) =>
    changeImages(asked, (images) => [
      ...images.filter(({ file }) => file === image),
      ...images.filter(({ file }) => file !== image),
    ]),
  ),
  'remove-photo': form(words, ({ image }, asked: AskedOwner) =>
    changeImages(asked, (images) => images.filter(({ file }) => file !== image), {
      notice: 'photoRemoved',
    }),
  ),
}

/** The photo that was sent with the form of `product`, or why it is refused. The same file twice is one. */
export async function chosenPhoto({ photo, context }: AskedOwner, product: string) {
  const { files, pictures } = context.services
  if (photo?.kind !== 'sent') {
    return photo && photo.why !== 'missing' ? photoRefused(photo.why) : undefined
  }
  const sizes = await renderPhoto(files, photo.file, pictures.display)
  if (typeof sizes === 'string') return photoRefused(sizes)
  const id = createHash('sha256').update(`${product} ${photo.file.hash}`).digest('hex').slice(0, 32)
  return { id, ...sizes } satisfies ProductPhoto
}

async function changeImages(
  { context }: AskedOwner,
  change: (images: Images) => Images,
  { notice = 'productSaved' }: { notice?: Notice } = {},
): Promise<ActionResult> {
  const { services, now, language } = context
  const id = productIn(context)
  const changed = await services.catalogue.change(
    (current): { catalogue?: Catalogue; gone?: boolean } => {
      const product = findProduct(current, id)
      if (!product || !isOnShelf(product)) return { gone: true }
      return { catalogue: withProduct(current, { ...product, images: change(product.images) }) }
    },
    now(),
  )
  if (changed.gone) return { status: 404, errors: { form: 'shelf:errors.gone' } }
  return { to: localizedPath(productAddress(id), language), notice }
}

function productIn({ url }: AppLoadContext): string {
  return url.searchParams.get('product') ?? ''
}
