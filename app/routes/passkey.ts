import type { ActionFunctionArgs } from '@remix-run/node'
import { deviceName } from '~/http/sessions/device'
import { newChallenge, passkeySignIn } from '~/http/sessions/passkeys.server'

export function loader() {
  return notAllowed()
}

/**
 * What a device has to sign to sign in, as JSON `{ challenge }` for the script of the sign-in page; with
 * `?new` for an account that is made with a passkey, with its `uid` and the name of this `site`. 404 where
 * there are no passkeys. Nothing is stored: the browser keeps it in a sealed cookie.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return notAllowed()
  const signIn = passkeySignIn(context)
  if (!signIn) return new Response(null, { status: 404 })
  const isNew = new URL(request.url).searchParams.has('new')
  const name = deviceName(context.headers.get('User-Agent') ?? '')
  const making = isNew ? { uid: signIn.newUid(), name, isFirst: true } : undefined
  const { challenge, cookie } = newChallenge(context, making)
  const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': cookie }
  if (!making) return Response.json({ challenge }, { headers })
  const { name: site } = await context.siteIdentity()
  return Response.json({ challenge, uid: making.uid, site }, { headers })
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
