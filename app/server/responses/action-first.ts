import type { ActionFunctionArgs, AppLoadContext, ServerBuild } from '@remix-run/node'
import { createRequestHandler } from '@remix-run/server-runtime'
import { wholeRequest } from '../arrival/fetch'

/**
 * Runs the action of page `id` before Remix begins: a form that leads on to another page needs none of
 * its matching, copies of the request and signals, which take longer than most actions. Any other
 * outcome, also an error, is handed to Remix, which draws the page with it.
 */
export function actionFirst(
  build: ServerBuild,
  id: string,
): (request: Request, context: AppLoadContext) => Promise<Response> {
  const route = build.routes[id]
  const action = route?.module.action
  // An index shares its address with its layout, and Remix tells by the query whose form it is.
  if (!action || route.index) {
    const handle = createRequestHandler(build, 'production')
    return (request, context) => handle(wholeRequest(request), context)
  }
  const outcomes = new WeakMap<AppLoadContext, Promise<unknown>>()
  const known = (args: ActionFunctionArgs) => outcomes.get(args.context) ?? action(args)
  const module = { ...route.module, action: known as typeof action }
  const routes = { ...build.routes, [id]: { ...route, module } }
  const draw = createRequestHandler({ ...build, routes }, 'production')
  return async (request, context) => {
    if (request.method !== 'POST' || asksForData(request))
      return draw(wholeRequest(request), context)
    const outcome = (async () => action({ request, context, params: {} }))()
    outcomes.set(context, outcome)
    const settled = await outcome.catch((error: unknown) => error)
    if (leadsOn(settled)) return settled
    // Without its body, which was read: Remix may copy it.
    const { url, method, headers, signal } = request
    return draw(new Request(url, { method, headers, signal }), context)
  }
}

/** A page that hydrates gets where it leads as data. */
function asksForData({ url }: Request): boolean {
  return /\.data(\?|$)/.test(url)
}

function leadsOn(outcome: unknown): outcome is Response {
  return outcome instanceof Response && /^30[12378]$/.test(String(outcome.status))
}
