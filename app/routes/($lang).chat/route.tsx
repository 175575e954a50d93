import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/page'
import { SiteLayout } from '~/components/site-layout'
import { readMessageForm, type UploadPlace } from '~/http/message-form.server'
import { languageOfPath } from '~/i18n/addresses'
import { askedAfter, readChatPage, withAfter } from './chat-page.server'
import { Conversation } from './conversation'
import { keepIfAsked } from './keep.server'
import { News } from './news'
import { NoChat } from './no-chat'
import { readVisit, type Visit } from './visit.server'
import { chatForm, write } from './write.server'

export const handle: PageHandle = {
  page: 'chat',
  sheet: 'chat',
  ships: { script: 'chat' },
  part: 'after',
  frames: true,
  indexed: true,
  draftForm: (data) => ((data as Loaded | undefined)?.page ? 'composer' : undefined),
}

type Loaded = Awaited<ReturnType<typeof readPage>>

/** The address of a conversation opens it: it is told to no other site and kept by no cache. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const visit = await readVisit(url, context)
  const status = visit.kind === 'unknown-desk' || visit.kind === 'unknown-ticket' ? 404 : 200
  return data(await readPage(visit, request, context), { status })
}

async function readPage(visit: Visit, request: Request, context: AppLoadContext) {
  return visit.kind === 'desk' || visit.kind === 'ticket'
    ? { missing: null, page: await readChatPage(visit, request, context) }
    : { missing: visit.kind, page: null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const url = new URL(request.url)
  const visit = await readVisit(url, context)
  if (visit.kind === 'ticket') await keepIfAsked(visit, request, context)
  const form = await readMessageForm(request, context, placeOf(visit), chatForm)
  if (form.kind === 'switch-language') return data(form.answer)
  // Where there is nobody to write to, the page says so and gives the text back.
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') {
    const typed = form.kind === 'valid' ? form.typed : form.answer.typed
    return data({ typed, errors: {} }, { status: 404 })
  }
  if (form.kind === 'invalid') return data(form.answer, { status: form.status })
  const { typed, attachments, uploaded } = form
  const message = { ...form.value, attachments }
  const written = await write(visit, message, typed, languageOfPath(url.pathname), context)
  if (written.kind === 'again') {
    const { answer } = written
    return data({ ...answer, uploaded: answer.errors.files ? [] : uploaded }, { status: 409 })
  }
  // The page's script is answered with what is new to it.
  const after = askedAfter(url)
  return redirect(after === undefined ? written.address : withAfter(written.address, after), 303)
}

/** Files are taken where there is somebody to send them to. */
function placeOf(visit: Visit): UploadPlace | undefined {
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') return undefined
  const ticketId = visit.kind === 'ticket' ? visit.ticket.id : undefined
  return { deskId: visit.desk.id, ticketId, side: 'visitor' }
}

export default function Chat() {
  const { missing, page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (page?.part) return <News page={page} answer={answer} />
  return (
    <SiteLayout>
      {page ? (
        <Conversation page={page} answer={answer} />
      ) : (
        <NoChat why={missing} typed={answer?.typed.body} />
      )}
    </SiteLayout>
  )
}
