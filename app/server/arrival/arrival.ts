import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkOf } from '~/domain/limits/networks'
import { barePath } from '~/i18n/addresses'
import { handleMail, mailPost } from '../mail-in/post'
import { type Answer, redirect } from '../responses/answer'
import { failed } from '../responses/failure'
import { mayUseCache } from '../responses/page-cache'
import { refusal } from '../responses/refusal'
import { send } from '../responses/send'
import { refusedSilent } from '../responses/silent'
import { betterAddress, inWantedLanguage, withoutSentence } from './addresses'
import type { ServerContext } from './context'
import { isNobodys, isOurs, isSafe, isSilent, methods, originAskedFor } from './guard'
import { inDetectedLanguage, isDetected } from './language-detection'
import { bodyLimit, longestCookie, longestTarget, readBody } from './limits'
import { handlers, handlersForAnyHost } from './raw-handlers'
import { watchSender } from './slow-senders'
import { isHopeless, isUpload, uploadStream } from './uploads'
import { addressOf, beginVisit, beginWork, type Visit } from './visit'
import { logVisit, warnOfProxy } from './visit-log'

/** Decides everything before a page: responds itself, or returns the visit. Never throws. */
export async function arrive(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): Promise<Visit | undefined> {
  const visit = beginVisit(request, response, context)
  beginWork(visit)
  logVisit(visit)
  warnOfProxy(visit)
  watchSender(request, isUpload(visit), () => cutOff(visit))
  try {
    const raw = handlersForAnyHost.get(visit.path)
    if (raw && isSafe(request.method)) {
      await raw(visit)
      return undefined
    }
    const refused = await refuse(visit)
    if (refused) {
      send(visit, refused)
      return undefined
    }
    const { postSecret } = context.config.mailIn ?? {}
    if (visit.path === mailPost && postSecret) {
      await handleMail(visit, postSecret)
      return undefined
    }
    const handler = handlers.get(visit.path)
    if (handler) {
      await handler(visit)
      return undefined
    }
    const answer = (await lookElsewhere(visit)) ?? (await receive(visit))
    if (!answer) return visit
    send(visit, answer)
  } catch (error) {
    failed(visit, error)
  }
  return undefined
}

function cutOff(visit: Visit) {
  if (visit.response.headersSent) visit.request.destroy()
  else send(visit, refusal(408, visit, { connection: 'close' }))
}

/** Refuses what no page should deal with: sizes, methods, foreign hosts and foreign forms. */
async function refuse(visit: Visit): Promise<Answer | undefined> {
  const { request, context, path } = visit
  const { headers, method = '', url = '' } = request
  if (!methods.includes(method) || !path.startsWith('/')) {
    return refusal(405, visit, { allow: methods.join(', ') })
  }
  if (url.length > longestTarget) return refusal(414, visit)
  if ((headers.cookie?.length ?? 0) > longestCookie) return refusal(431, visit)
  const asked = originAskedFor(visit.host, context.config.origins)
  if (!asked) return refusal(421, visit)
  const trusted = isSafe(method) || isOurs(headers, asked) || provesItself(path)
  if (!trusted && !(isForVisitors(visit) && isNobodys(headers))) {
    return isSilent(headers) ? refusedSilent(visit) : refusal(403, visit)
  }
  const isFile = handlersForAnyHost.has(path) || context.assets.has(path)
  return isFile && !isSafe(method) ? refusal(405, visit, { allow: 'GET, HEAD' }) : undefined
}

/** Whether a form proves itself without our page: a signed address (RFC 8058) or body. */
function provesItself(path: string): boolean {
  return ['/payments/stripe', mailPost].includes(path) || barePath(path) === '/mails'
}

/** Whether the forms here are for people without a session, and start none. */
function isForVisitors({ path, query }: Visit): boolean {
  const page = barePath(path)
  return page === '/shop/checkout' || (query !== '' && ['/shop', '/chat'].includes(page))
}

async function lookElsewhere(visit: Visit): Promise<Answer | undefined> {
  const { request, context, path, query } = visit
  const { headers, method = '' } = request
  const { redirects, publicOrigin } = context.config
  const address = { method, path, query }
  const better = betterAddress(address, redirects) ?? inWantedLanguage(address, publicOrigin)
  if (better) return better
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const link = withoutSentence(address)
  if (link) return redirect(302, link)
  const asset = context.assets.get(path)
  if (asset) {
    return asset().answer(headers)
  }
  const detected = isDetected(address) ? await inDetectedLanguage(headers, address) : undefined
  if (detected) return detected
  const cached = mayUseCache(method, headers) ? context.pageCache.find(path + query) : undefined
  return cached?.answer(headers)
}

async function receive(visit: Visit): Promise<Answer | undefined> {
  const { request, context } = visit
  if (isSafe(request.method)) return undefined
  if (isUpload(visit)) {
    if (isHopeless(request)) return refusal(413, visit, { connection: 'close' })
    const leave = context.uploadSlots.enter(networkOf(addressOf(visit)))
    if (!leave) return refusal(429, visit, { connection: 'close', 'retry-after': '30' })
    visit.response.once('close', leave)
    visit.upload = uploadStream(visit)
    return undefined
  }
  visit.body = await readBody(request, bodyLimit(request.headers['content-type']))
  if (!visit.body) return refusal(413, visit, { connection: 'close' })
  return undefined
}
