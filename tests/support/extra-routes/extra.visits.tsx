import { createCookieSessionStorage, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

const { getSession, commitSession } = createCookieSessionStorage<{ visits: number }>({
  cookie: { name: 'visits', path: '/', sameSite: 'lax', secrets: ['a secret of the tests'] },
})

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await getSession(request.headers.get('Cookie'))
  const visits = (session.get('visits') ?? 0) + 1
  session.set('visits', visits)
  return data({ visits }, { headers: { 'Set-Cookie': await commitSession(session) } })
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders
}

export default function Visits() {
  return <output>{useLoaderData<typeof loader>().visits}</output>
}
