import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AvailabilityLine, replyText } from '~/components/desks/availability'
import { ProductCards, type ShownProduct } from '~/components/shop/product-card'
import type { PageHandle } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { useJoinable } from '~/components/site/session'
import { SiteLayout } from '~/components/site/site-layout'
import { presenceAt } from '~/domain/desks/availability'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { isOnShelf, readShelf, type Shelf } from '~/domain/shop/shelf'
import { forEverybodyBriefly } from '~/http/responses/page-headers'
import { readShopState } from '~/http/shop/opening.server'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'home:page',
  stylesheet: 'home',
  scripts: 'page',
  indexed: true,
}

export const headers: HeadersFunction = () => forEverybodyBriefly

export async function loader({ context }: LoaderFunctionArgs) {
  const { services, now } = context
  const [desk, shelf, shop] = await Promise.all([
    findSiteDesk(services),
    readShelf(services, now()),
    readShopState(context),
  ])
  const counter = desk && {
    name: desk.name,
    presence: await presenceAt(services.desks, desk, now()),
  }
  return { counter: counter ?? null, shelf: shop.kind === 'closed' ? null : shownOf(shelf) }
}

function shownOf({ catalogue: { products, smallBusiness }, left }: Shelf) {
  const featured = products.filter((product) => product.featured && isOnShelf(product))
  return {
    smallBusiness,
    products: featured.map((product): ShownProduct => ({ product, left: left(product.id) })),
  }
}

export default function Home() {
  const { t } = useTranslation()
  const { counter, shelf } = useLoaderData<typeof loader>()
  const joinable = useJoinable()
  return (
    <SiteLayout>
      <div className="hero">
        <div>
          <h1>
            {t('home:heading')
              .split(/(?<=\.)( )/)
              .map((part) => (part === ' ' ? part : <span key={part}>{part}</span>))}
          </h1>
          <p className="lead">
            {counter?.name && t('home:of', { name: counter.name })} {t('home:lead')}
          </p>
        </div>
        <Counter />
      </div>
      {shelf && shelf.products.length > 0 && (
        <section className="row" aria-labelledby="shelf">
          <h2 id="shelf">{t('shop:featured')}</h2>
          <ProductCards level="h3" {...shelf} />
          <p className="onwards">
            <LocalizedLink to="/shop">{t('shop:toShelf')}</LocalizedLink>
          </p>
        </section>
      )}
      <section className="row" aria-labelledby="how">
        <h2 id="how">{t('home:how')}</h2>
        <ol className="steps">
          <Step title={t('home:stepWrite')} text={t('home:stepWriteText')} />
          <Step title={t('home:stepAnswer')} text={t('home:stepAnswerText')} />
          <Step title={t('home:stepReturn')} text={t('home:stepReturnText')} />
        </ol>
      </section>
      <section className="row" aria-labelledby="facts">
        <h2 id="facts">{t('home:facts')}</h2>
        <dl className="facts">
          <Fact figure={t('home:factSize')} text={t('home:factSizeText')} />
          <Fact figure={t('home:factCookies')} text={t('home:factCookiesText')} />
          <Fact figure={t('home:factOnce')} text={t('home:factOnceText')} />
        </dl>
      </section>
      {joinable && <Invite />}
      <PageScript />
    </SiteLayout>
  )
}

function Invite() {
  const { t } = useTranslation()
  return (
    <section className="row invite" aria-labelledby="businesses">
      <div>
        <h2 id="businesses">{t('home:businesses')}</h2>
        <p>{t('home:businessesText')}</p>
      </div>
      <LocalizedLink to="/signup" className="button second">
        {t('home:setUp')}
      </LocalizedLink>
    </section>
  )
}

function Counter() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { counter } = useLoaderData<typeof loader>()
  if (!counter) {
    return (
      <section className="counter">
        <h2>{t('home:closed')}</h2>
        <p>{t('home:closedHint')}</p>
        <LocalizedLink to="/signup" className="button">
          {t('home:setUp')}
        </LocalizedLink>
      </section>
    )
  }
  return (
    <section className="counter">
      <h2>
        <AvailabilityLine presence={counter.presence} />
      </h2>
      <p>{replyText(t, language, counter.presence)}</p>
      <LocalizedLink to="/chat" className="button">
        {t('counter:ask')}
      </LocalizedLink>
    </section>
  )
}

function Step({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </li>
  )
}

function Fact({ figure, text }: { figure: string; text: string }) {
  return (
    <div>
      <dt>{figure}</dt>
      <dd>{text}</dd>
    </div>
  )
}
