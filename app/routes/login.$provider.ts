import type { LoaderFunctionArgs } from '@remix-run/node'
import { leadOn } from '~/http/forms/next-page.server'
import { redirectTo } from '~/http/responses/redirect'
import { comesBack, finishTrip } from '~/http/sessions/provider-trips.server'

/** Where a provider of our own accounts leads back to; it is registered there. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { provider } = params
  const isKnown = context.config.loginProviders.some(({ id }) => id === provider)
  if (!isKnown || provider === undefined) throw new Response(null, { status: 404 })
  if (!comesBack(context)) throw redirectTo('/login')
  throw leadOn(await finishTrip(context, provider), context)
}
