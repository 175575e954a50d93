import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { HomeFacts } from '~/components/home/home-facts'
import { readHomeFacts } from '~/components/home/home-facts.server'
import { HomePartView } from '~/components/home/home-part'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { SiteLayout } from '~/components/site/site-layout'
import { homeParts } from '~/domain/site/home'
import type { HomePart } from '~/domain/site/settings'
import { inLanguage } from '~/domain/text/languages'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { readShopState } from '~/http/shop/opening.server'

interface HomePage extends HomeFacts {
  parts: HomePart[]
  /** What the owner says of the site in one sentence. */
  description?: string
}

export const handle: PageHandle = {
  page: 'home:page',
  stylesheet: 'home',
  scripts: 'page',
  indexed: true,
  details: (page) => {
    const { name, description } = (page as HomePage | undefined) ?? {}
    return name ? { about: { title: name, description, own: true } } : {}
  },
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export async function loader({ context }: LoaderFunctionArgs): Promise<HomePage> {
  const { services, now } = context
  const identity = context.siteIdentity()
  const [facts, settings] = await Promise.all([
    readHomeFacts(services, identity, readShopState(context), now()),
    services.site.read(),
  ])
  const parts = homeParts(settings).filter(({ on }) => on)
  const headline = parts.find(({ name }) => name === 'headline')
  const said = headline && (inLanguage(headline.text, context.language) ?? undefined)
  return { ...facts, parts, description: said?.text }
}

export default function Home() {
  const { parts, ...facts } = useLoaderData() as HomePage
  return (
    <SiteLayout>
      {parts.map((part) => (
        <HomePartView key={part.name} part={part} facts={facts} />
      ))}
      <PageScript />
    </SiteLayout>
  )
}
