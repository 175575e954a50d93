import { useLoaderData } from '@remix-run/react'
import { useForm } from '~/components/forms/use-form'
import { type PageHandle, useServedPage } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { Conversation } from './conversation'
import { FramedLayout } from './framed-layout'
import type { ChatLoaded, loader } from './loader.server'
import { News } from './news'
import { NoChat } from './no-chat'
import { ErasureStep } from './rights'
import { Tell } from './tell'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'chat:page',
  sheet: 'chat',
  ships: { script: 'chat' },
  part: 'after',
  frames: true,
  indexed: true,
  embed: (data) => (data as ChatLoaded | undefined)?.embed ?? undefined,
  draftForm: draftFormOf,
}

function draftFormOf(data: unknown): string | undefined {
  const loaded = data as ChatLoaded | undefined
  if (loaded?.page) return 'composer'
  return loaded?.telling?.thanks === false ? 'tell' : undefined
}

export default function Chat() {
  const { missing, page, erasure, telling } = useLoaderData<typeof loader>()
  const typed = useForm()?.typed
  const Layout = useServedPage().framed ? FramedLayout : SiteLayout
  if (page?.part) return <News page={page} />
  return (
    <Layout missing={missing !== null}>
      {page ? (
        <Conversation page={page} />
      ) : erasure ? (
        <ErasureStep erasure={erasure} />
      ) : telling ? (
        <Tell telling={telling} />
      ) : (
        <NoChat why={missing} typed={typed?.body} />
      )}
    </Layout>
  )
}
