import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { Asker, HeldAttachment } from '~/domain/attachments'
import { isPicture } from '~/domain/file-types'
import { languages } from '~/domain/languages'
import { requireDesk } from '~/http/access.server'
import { fileHeaders, fileStream, isKnownFile } from '~/http/file-answer.server'
import { secretHash } from '~/http/ticket-link.server'
import { translations } from '~/i18n/translation.server'

/**
 * A message's file, for whoever may see the message: a visitor by the ticket's secret (`t`), the
 * owner by the session. `as=preview` is a picture in small. What is not there and what is not theirs
 * are one answer.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { attachments, files } = context.services
  const query = new URL(request.url).searchParams
  const asker = await askerOf(query.get('t'), request, context)
  const attachment = await attachments.find(asker, query.get('id') ?? '')
  const shown = attachment && shownAs(attachment, query.get('as'))
  if (!shown) return notFound()
  if (isKnownFile(request, shown))
    return new Response(null, { status: 304, headers: fileHeaders(shown) })
  const bytes = await files.open(shown.file)
  return bytes ? new Response(fileStream(bytes), { headers: fileHeaders(shown) }) : notFound()
}

async function askerOf(
  secret: string | null,
  request: Request,
  context: AppLoadContext,
): Promise<Asker> {
  if (secret !== null) return { secretHash: secretHash(secret) }
  const { desk } = await requireDesk(context, request)
  return { deskId: desk.id }
}

/** Only what we have drawn ourselves may be looked at in the browser; the rest is saved. */
function shownAs({ name, type, size, file, previewFile }: HeldAttachment, as: string | null) {
  if (as !== 'preview') return { name, type, size, file, inline: isPicture(type) }
  return previewFile === undefined
    ? undefined
    : { name, type: 'image/jpeg' as const, file: previewFile, inline: true }
}

function notFound(): Response {
  const words = languages.map((language) => translations(language).t('files.notFound'))
  return new Response(`${words.join('\n')}\n`, {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
