import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle, useServedPage } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import type { FormAnswer } from '~/domain/forms/forms'
import { formKeyHash } from '~/http/forms/key.server'
import { readMessageForm, type UploadPlace } from '~/http/forms/message.server'
import { takeOne } from '~/http/limits/attempts.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { takeBeside } from './beside.server'
import { askedAfter, readChatPage, withAfter } from './chat-page.server'
import { Conversation } from './conversation'
import { FramedLayout } from './framed-layout'
import { News } from './news'
import { NoChat } from './no-chat'
import { ErasureStep } from './rights'
import { readErasure } from './rights.server'
import { Tell } from './tell'
import { readTelling } from './tell.server'
import { embedOfNone, readVisit, type Visit } from './visit.server'
import { chatForm, write } from './write.server'

export const handle: PageHandle = {
  page: 'chat:page',
  sheet: 'chat',
  ships: { script: 'chat' },
  part: 'after',
  frames: true,
  indexed: true,
  embed: (data) => (data as Loaded | undefined)?.embed ?? undefined,
  draftForm: draftFormOf,
}

type Loaded = Awaited<ReturnType<typeof readPage>>

function draftFormOf(data: unknown): string | undefined {
  const loaded = data as Loaded | undefined
  if (loaded?.page) return 'composer'
  return loaded?.telling?.thanks === false ? 'tell' : undefined
}

/** The address opens the conversation: never in a referrer or cache. A refusal has Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const all = new Headers(actionHeaders)
  all.set('Cache-Control', 'private, no-store')
  all.set('Referrer-Policy', 'same-origin')
  return all
}

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = await readVisit(context)
  const status = visit.kind === 'unknown-desk' || visit.kind === 'unknown-ticket' ? 404 : 200
  return data(await readPage(visit, context), { status })
}

async function readPage(visit: Visit, context: AppLoadContext) {
  const nothing = { missing: null, page: null, erasure: null, telling: null, embed: null }
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') {
    return { ...nothing, missing: visit.kind, embed: embedOfNone(context) }
  }
  const url = context.url
  const embed = await context.services.embeds.find(visit.desk.id)
  const { look, origins } = embed
  const begins = visit.kind === 'desk' && !url.searchParams.has('feedback')
  const sheet = begins ? ('framed' as const) : ('chat' as const)
  const there = { ...nothing, embed: { look, origins, sheet } }
  if (visit.kind === 'ticket' && url.searchParams.has('erase')) {
    return { ...there, erasure: await readErasure(visit, context) }
  }
  if (visit.kind === 'desk' && url.searchParams.has('feedback')) {
    return { ...there, telling: readTelling(visit, context) }
  }
  return { ...there, page: await readChatPage(visit, embed, context) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const url = context.url
  const visit = await readVisit(context)
  const notTaken = await takeBeside(visit, request, context)
  if (notTaken) return data(notTaken.answer, notTaken)
  const form = await readMessageForm(request, context, placeOf(visit), chatForm)
  if (form.kind === 'switch-language') return data(form.answer)
  // Without a recipient the page says so and returns the text.
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') {
    const typed = form.kind === 'valid' ? form.typed : form.answer.typed
    return data({ typed, errors: {} }, { status: 404 })
  }
  if (form.kind === 'invalid') return data(form.answer, form)
  const { typed, attachments, uploaded } = form
  if (visit.kind === 'ticket' && !(await wasSent(visit, form.value.key, context))) {
    const wait = await takeOne(context, 'message', visit.ticket.id)
    const error = { key: 'errors:message.fast', values: { count: wait } }
    if (wait > 0) return tooSoon({ typed, errors: { body: error }, uploaded }, wait)
  }
  const message = { ...form.value, attachments }
  const written = await write(visit, message, typed, context.language, context)
  if (written.kind === 'again') {
    const { answer } = written
    return data({ ...answer, uploaded: answer.errors.files ? [] : uploaded }, { status: 409 })
  }
  // The page's script gets only what is new.
  const after = askedAfter(url)
  return redirect(after === undefined ? written.address : withAfter(written.address, after), 303)
}

/** Resent messages are confirmed again and cost nothing. */
function wasSent({ secret }: { secret: string }, key: string, { services }: AppLoadContext) {
  return services.tickets.hasKey({ secretHash: secretHash(secret) }, formKeyHash(key))
}

/** With Retry-After. */
function tooSoon(answer: FormAnswer, seconds: number) {
  return data(answer, { status: 429, headers: { 'Retry-After': String(seconds) } })
}

/** Files need a recipient. */
function placeOf(visit: Visit): UploadPlace | undefined {
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') return undefined
  const ticketId = visit.kind === 'ticket' ? visit.ticket.id : undefined
  return { deskId: visit.desk.id, ticketId, side: 'visitor' }
}

export default function Chat() {
  const { missing, page, erasure, telling } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const Layout = useServedPage().framed ? FramedLayout : SiteLayout
  if (page?.part) return <News page={page} answer={answer} />
  return (
    <Layout missing={missing !== null}>
      {page ? (
        <Conversation page={page} answer={answer} />
      ) : erasure ? (
        <ErasureStep erasure={erasure} answer={answer} />
      ) : telling ? (
        <Tell telling={telling} answer={answer} />
      ) : (
        <NoChat why={missing} typed={answer?.typed.body} />
      )}
    </Layout>
  )
}
