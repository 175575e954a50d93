import type { ActionFunctionArgs } from '@remix-run/node'
import { newChallenge, passkeySignIn } from '~/http/sessions/passkeys.server'

export function loader() {
  return notAllowed()
}

/**
 * What a device has to sign to sign in, as JSON `{ challenge }` for the script of the sign-in page; 404 where
 * there are no passkeys. Nothing is stored: the browser keeps it in a sealed cookie.
 */
export function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return notAllowed()
  if (!passkeySignIn(context)) return new Response(null, { status: 404 })
  const { challenge, cookie } = newChallenge(context)
  const headers = { 'Cache-Control': 'no-store', 'Set-Cookie': cookie }
  return Response.json({ challenge }, { headers })
}

function notAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}
