import { setImmediate as soon } from 'node:timers/promises'
import { Await, useLoaderData } from '@remix-run/react'
import { Suspense } from 'react'

export function loader() {
  return { later: soon('a moment later') }
}

export default function PromiseInData() {
  const { later } = useLoaderData<typeof loader>()
  return (
    <Suspense fallback="not yet">
      <Await resolve={later}>{(text) => <output>{text}</output>}</Await>
    </Suspense>
  )
}
