import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { txt } from 'remix-utils/responses'
import type { Asker, HeldAttachment } from '~/domain/files/attachments'
import { bytesOf } from '~/domain/files/files'
import { isPicture, letterType } from '~/domain/files/types'
import { withoutRawKeys } from '~/domain/mail-in/link-keys'
import type { PhotoSize } from '~/domain/shop/product-photos'
import { languages } from '~/domain/text/languages'
import { secretHash } from '~/http/links/ticket-link.server'
import { bodyOf } from '~/http/responses/body.server'
import { fileHeaders, isKnownFile } from '~/http/responses/file.server'
import { letterAnswer } from '~/http/responses/letter.server'
import { requireDesk, requireSession } from '~/http/sessions/access.server'
import { translations } from '~/i18n/translation.server'

/**
 * A message's file, for a visitor by the ticket's secret (`t`) or the owner by session;
 * `as=preview` is a thumbnail, `as=letter` an e-mail's HTML for the desk, `as=pictures` with those of other
 * servers; `photo` the signed-in user's, `product` and `site` what shelf
 * and site show to everybody. Unknown and forbidden look the same.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { attachments, files, catalogue, site } = context.services
  const query = context.url.searchParams
  if (query.has('photo')) return ownPhoto(context)
  const [product, picture] = [query.get('product'), query.get('site')]
  if (product !== null) return shownPhoto(product, catalogue.findPhoto, context)
  if (picture !== null) return shownPhoto(picture, site.findPicture, context)
  const asker = await askerOf(query.get('t'), context)
  const attachment = await attachments.find(asker, query.get('id') ?? '')
  const as = query.get('as')
  if (attachment && 'deskId' in asker && (as === 'letter' || as === 'pictures')) {
    return shownLetter(attachment, as === 'pictures', context)
  }
  const shown = attachment && shownAs(attachment, as)
  if (!shown) return notFound()
  if (isKnownFile(context, shown))
    return new Response(null, { status: 304, headers: fileHeaders(shown) })
  const stored = await files.open(shown.file)
  // A conversation's key is its guest's alone.
  const isLetter = 'deskId' in asker && shown.type === letterType
  const bytes = stored && isLetter ? withoutRawKeys(stored) : stored
  return bytes ? new Response(bodyOf(context, bytes), { headers: fileHeaders(shown) }) : notFound()
}

async function shownLetter(
  { type, file }: HeldAttachment,
  elsewhere: boolean,
  { services }: AppLoadContext,
): Promise<Response> {
  if (type !== letterType) return notFound()
  const read = async () => (await services.files.open(file)) ?? bytesOf()
  const html = await services.letterReader.show(read, elsewhere)
  if (html === 'busy') return inWords('errors:files.retryLimitExceeded', 503)
  return html === undefined ? notFound() : letterAnswer(html, elsewhere)
}

async function ownPhoto(context: AppLoadContext): Promise<Response> {
  const { user } = await requireSession(context)
  const photo = await context.services.photos.find(user.uid)
  return photo ? answerPhoto(photo.bytes, photo.version, context) : notFound()
}

async function shownPhoto(
  id: string,
  find: (id: string, size: PhotoSize) => Promise<Uint8Array | undefined>,
  context: AppLoadContext,
): Promise<Response> {
  const size = context.url.searchParams.get('as') === 'whole' ? 'whole' : 'square'
  const bytes = await find(id, size)
  return bytes ? answerPhoto(bytes, `${id}-${size}`, context) : notFound()
}

function answerPhoto(bytes: Uint8Array, version: string, context: AppLoadContext): Response {
  const type = 'image/webp' as const
  const shown = { name: 'photo.webp', type, size: bytes.length, file: version, inline: true }
  const headers = fileHeaders(shown)
  if (isKnownFile(context, shown)) return new Response(null, { status: 304, headers })
  return new Response(bytes as BodyInit, { headers })
}

async function askerOf(secret: string | null, context: AppLoadContext): Promise<Asker> {
  if (secret !== null) return { secretHash: secretHash(secret) }
  const { desk } = await requireDesk(context)
  return { deskId: desk.id }
}

/** Only pictures that we re-encoded may be displayed; the rest is downloaded. */
function shownAs({ name, type, size, file, previewFile }: HeldAttachment, as: string | null) {
  if (as !== 'preview') return { name, type, size, file, inline: isPicture(type) }
  return previewFile === undefined
    ? undefined
    : { name, type: 'image/jpeg' as const, file: previewFile, inline: true }
}

const notFound = () => inWords('errors:files.objectNotFound', 404)

function inWords(
  key: 'errors:files.objectNotFound' | 'errors:files.retryLimitExceeded',
  status: number,
): Response {
  const words = languages.map((language) => translations(language).t(key))
  return txt(`${words.join('\n')}\n`, status)
}
