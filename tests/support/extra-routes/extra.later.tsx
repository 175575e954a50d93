import { setImmediate as soon } from 'node:timers/promises'
import { defer } from '@remix-run/node'
import { Await, useLoaderData } from '@remix-run/react'
import { Suspense } from 'react'
import type { PageHandle } from '~/components/site/page'

export const handle: PageHandle = {
  page: 'home:page',
  i18n: ['home'],
  stylesheet: 'plain',
  scripts: 'react',
}

export function loader() {
  return defer({ now: 'at once', later: soon('a moment later') })
}

export default function Later() {
  const { now, later } = useLoaderData<typeof loader>()
  return (
    <main>
      <p>{now}</p>
      <Suspense fallback="not yet">
        <Await resolve={later}>{(text) => <output>{text}</output>}</Await>
      </Suspense>
    </main>
  )
}
