import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { confidential, keptForBack } from '~/http/responses/page-headers'
import { redirectTo } from '~/http/responses/redirect'
import { localizedPath } from '~/i18n/addresses'
import { readChatPage } from './conversation.server'
import { readDesk } from './desk.server'
import { readFeedbackForm } from './feedback-form.server'
import { readErasure } from './rights.server'
import { embedOfNone, readVisit, type Visit } from './visit.server'

export type ChatLoaded = Awaited<ReturnType<typeof readPage>>

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = await readVisit(context)
  const status = visit.kind === 'unknown-desk' || visit.kind === 'unknown-ticket' ? 404 : 200
  const page = await readPage(visit, context)
  const earlier = page.page?.earlier
  if (earlier?.goesOn && asksForDeskAlone(context)) {
    const address = localizedPath(`/chat?t=${earlier.secret}`, context.language)
    throw redirectTo(address, { headers: confidential })
  }
  return data(page, { status, headers: isBlank(page) ? keptForBack : {} })
}

/** Not for a new question, one about an order, or a refused form. A frame remembers what it shows. */
function asksForDeskAlone({ url, headers }: AppLoadContext): boolean {
  if (headers.get('Sec-Fetch-Dest') === 'iframe' || headers.has('Content-Type')) return false
  return [...url.searchParams.keys()].every((name) => name === 'desk')
}

/** Whether it is a form that shows nothing of anybody. */
function isBlank({ page, feedbackForm }: ChatLoaded): boolean {
  if (page) return !page.conversation && !page.earlier && !page.subject?.order
  return feedbackForm?.thanks === false
}

async function readPage(visit: Visit, context: AppLoadContext) {
  const nothing = {
    missing: null,
    desk: null,
    page: null,
    erasure: null,
    feedbackForm: null,
    embed: null,
  }
  if (visit.kind !== 'desk' && visit.kind !== 'ticket') {
    return { ...nothing, missing: visit.kind, embed: embedOfNone(context) }
  }
  const url = context.url
  const [embed, desk] = await Promise.all([
    context.services.embeds.find(visit.desk.id),
    readDesk(visit, context),
  ])
  const { look, origins } = embed
  const begins = visit.kind === 'desk' && !url.searchParams.has('feedback')
  const there = { ...nothing, desk, embed: { look, origins } }
  if (visit.kind === 'ticket' && url.searchParams.has('erase')) {
    return { ...there, erasure: await readErasure(visit, context) }
  }
  if (visit.kind === 'desk' && url.searchParams.has('feedback')) {
    return { ...there, feedbackForm: readFeedbackForm(visit, context) }
  }
  // A closed frame with a conversation shows nothing: its script counts what is new.
  const framed = context.headers.get('Sec-Fetch-Dest') === 'iframe'
  if (begins && framed && url.searchParams.has('kept')) return there
  return { ...there, page: await readChatPage(visit, embed, context) }
}
