import type { LoaderFunctionArgs } from '@remix-run/node'
import { secretHash } from '~/http/links/ticket-link.server'
import { download } from '~/http/responses/download.server'
import { inPieces } from '~/http/responses/pieces.server'
import { redirectTo } from '~/http/responses/redirect'
import { zipped } from '~/http/responses/zip.server'
import { localizedPath } from '~/i18n/addresses'
import { archiveOf, dataOf, pageOf, type Taking } from './conversation.server'

/** `as` a page (`html`), data (`json`), or both with files (`zip`). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { services, now } = context
  const url = context.url
  const language = context.language
  const secret = url.searchParams.get('t') ?? ''
  const ticket = await services.tickets.find({ secretHash: secretHash(secret) })
  const desk = ticket && (await services.desks.findById(ticket.deskId))
  const ending = url.searchParams.get('as') ?? ''
  const [type = '', body] = forms.get(ending) ?? []
  if (!desk || !body) {
    return redirectTo(localizedPath(`/chat?${new URLSearchParams({ t: secret })}`, language))
  }
  const taking = { ticket, desk, secret, language, context, now: now() }
  return download(context, {
    holder: ticket.id,
    reader: undefined,
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="tresen-${ticket.number}.${ending}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
    body: () => body(taking),
  })
}

const forms = new Map<string, [type: string, body: (taking: Taking) => AsyncGenerator<Uint8Array>]>(
  [
    ['html', ['text/html; charset=utf-8', (taking) => inPieces(pageOf(taking, 'linked'))]],
    ['json', ['application/json; charset=utf-8', (taking) => inPieces(dataOf(taking, 'linked'))]],
    ['zip', ['application/zip', (taking) => zipped(archiveOf(taking), taking.now)]],
  ],
)
