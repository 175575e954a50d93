import { Readable } from 'node:stream'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { secretHash } from '~/http/ticket-link.server'
import { zipStream } from '~/http/zip.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import { archiveOf, dataOf, pageOf, type Taking } from './conversation.server'

/**
 * A conversation as a file, for whoever has its link: `as` a page to read (`html`), data for programs
 * (`json`), or both with all files (`zip`). What is not there leads to the chat, which says so.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, now } = context
  const url = new URL(request.url)
  const language = languageOfPath(url.pathname)
  const secret = url.searchParams.get('t') ?? ''
  const ticket = await services.tickets.find({ secretHash: secretHash(secret) })
  const desk = ticket && (await services.desks.findById(ticket.deskId))
  const form = forms.get(url.searchParams.get('as') ?? '')
  if (!desk || !form) {
    return redirect(localizedPath(`/chat?${new URLSearchParams({ t: secret })}`, language), 303)
  }
  const taking = { ticket, desk, secret, language, context, now: now() }
  return new Response(form.body(taking) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': form.type,
      'Content-Disposition': `attachment; filename="tresen-${ticket.number}.${form.ending}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}

interface Form {
  type: string
  ending: string
  body(taking: Taking): ReturnType<typeof zipStream>
}

const forms = new Map<string, Form>([
  [
    'html',
    {
      type: 'text/html; charset=utf-8',
      ending: 'html',
      body: (taking) => textStream(pageOf(taking, 'linked')),
    },
  ],
  [
    'json',
    {
      type: 'application/json; charset=utf-8',
      ending: 'json',
      body: (taking) => textStream(dataOf(taking, 'linked')),
    },
  ],
  [
    'zip',
    {
      type: 'application/zip',
      ending: 'zip',
      body: (taking) => zipStream(archiveOf(taking), taking.now),
    },
  ],
])

function textStream(parts: AsyncIterable<string>): ReturnType<typeof zipStream> {
  return Readable.toWeb(Readable.from(encoded(parts)))
}

async function* encoded(parts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const part of parts) yield encoder.encode(part)
}
