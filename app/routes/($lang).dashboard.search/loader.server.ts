import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { lineAmongStates } from '~/components/shop/ledger-line.server'
import { type Membership, managersOnly } from '~/domain/desks/members'
import { pathOfRoom, rooms, roomsOfShop } from '~/domain/desks/rooms'
import { sectionAddress, sectionNames } from '~/domain/desks/sections'
import type { Texts } from '~/domain/shop/catalogue'
import { orderSearch } from '~/domain/shop/order-lists'
import { customerName } from '~/domain/shop/orders'
import { isOnShelf } from '~/domain/shop/shelf'
import { standingsOf } from '~/domain/shop/standings'
import { type Language, languages } from '~/domain/text/languages'
import { numberTyped } from '~/domain/text/numbers'
import { soughtLine } from '~/domain/text/single-line'
import { type SnippetPart, searchWords, seqFound } from '~/domain/tickets/search'
import { outcome } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { hiddenSections } from '~/http/desks/sections.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { requireDesk, runsShop } from '~/http/sessions/access.server'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'
import { findParts } from './room-parts.server'
import { beginsWith, hasAll } from './words'

/** A place to go to. */
export interface Hit {
  to: string
  text: string
  detail?: string
  /** Of the detail, where a visitor wrote it. */
  language?: Language
  /** The detail as a search has found it. */
  found?: SnippetPart[]
  /** When it was changed. */
  since?: string
  /** What can be done there, each where it is done. */
  deeds?: Pick<Hit, 'to' | 'text'>[]
}

export interface SearchPage {
  q: string
  label: string
  /** How many there are, in words. */
  count: string
  groups: { heading: string; hits: Hit[] }[]
}

const mostTickets = 8
const mostOrders = 5
const mostProducts = 5

export async function loader({ context }: LoaderFunctionArgs): Promise<SearchPage> {
  const own = await requireDesk(context)
  const q = soughtLine(context.url.searchParams.get('q'))
  const { t } = translations(context.language)
  const [shop, { tickets, guests }] = await Promise.all([
    runsShop(context),
    findTickets(q, own, context),
  ])
  const orders = shop && q ? await findOrders(q, context) : []
  const products = shop && q ? await findProducts(q, own, context) : []
  const places = { heading: t('found:rooms'), hits: await findPlaces(q, shop, own, context) }
  const isPlace = beginsWith(places.hits[0]?.text ?? '', q)
  const numbered = [
    { heading: t('found:tickets'), hits: tickets },
    { heading: t('found:orders'), hits: orders },
    { heading: t('found:products'), hits: products },
  ]
  const found = [
    ...(isPlace ? [places] : []),
    ...sortedBy(byNumber(numbered, q), ({ hits }) => hits.some((hit) => isNumbered(hit, q))),
    { heading: t('found:guests'), hits: guests },
    ...(isPlace ? [] : [places]),
  ]
  const groups = found.filter(({ hits }) => hits.length > 0)
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return withoutUndefined({
    q,
    label: t(shop ? 'found:label' : 'found:labelWithoutShop'),
    count: count === 0 ? t('found:nothing') : t('found:count', { count }),
    groups,
  })
}

async function findTickets(q: string, own: Membership, context: AppLoadContext) {
  const { t } = translations(context.language)
  const words = searchWords(q)
  const page = await context.services.ticketSearch.search(own.desk.id, words, {}, mostTickets)
  const found = sortedBy(page.found, ({ ticket: { number, visitorName, visitorEmail } }) =>
    [`${number}`, visitorEmail, visitorName, ...visitorName.split(' ')].some((name) =>
      beginsWith(name, q),
    ),
  )
  const tickets = found.map(({ ticket, snippets }): Hit => {
    const { number, title, locale } = ticket
    const { visitor, state, since } = lineAmongStates(ticket, own, context.now(), context.language)
    const parts = snippets[0]?.parts
    const isNumber = numberTyped(q) === number
    const seq = isNumber ? undefined : seqFound({ snippets })
    return {
      to: `/dashboard/tickets?ticket=${number}${seq ? `&found=${seq}#m-${seq}` : ''}`,
      text: `${number} · ${visitor || t('ledger:visitor')} (${state})`,
      detail: parts?.map(({ text }) => text).join('') ?? title,
      language: locale,
      found: parts,
      since,
      deeds: isNumber ? deedsAt(ticket, context) : undefined,
    }
  })
  const guests = new Map<string, Hit>()
  for (const { ticket } of found) {
    const { visitorName, visitorEmail } = ticket
    if (!visitorEmail || !hasAll(`${visitorName} ${visitorEmail}`, q)) continue
    const to = `/dashboard/tickets?q=${encodeURIComponent(visitorEmail)}`
    guests.set(to, { to, text: visitorName || visitorEmail, detail: visitorEmail })
  }
  return { tickets, guests: [...guests.values()] }
}

/** Where the page of a ticket has what can be done with it, in folds that a link opens where browsers can. */
function deedsAt({ number, state, visitorEmail }: Ticket, { language }: AppLoadContext) {
  const { t } = translations(language)
  const to = `/dashboard/tickets?ticket=${number}`
  return [
    { to: `${to}#body`, text: t(outcome(state, 'owner-replies') ? 'found:write' : 'found:note') },
    ...(outcome(state, 'snooze') ? [{ to: `${to}#date`, text: t('tickets:snooze.heading') }] : []),
    { to: `${to}#tags`, text: t('tickets:tags') },
    { to: `${to}#mergeWith`, text: t('tickets:merge.heading') },
    { to: `${to}#visitorName`, text: t('tickets:visitor.edit') },
    { to: `${to}&print=1`, text: t('tickets:print') },
    ...(visitorEmail
      ? [{ to: `/dashboard/tickets/new?ticket=${number}`, text: t('tickets:writeAgain') }]
      : []),
  ]
}

async function findOrders(q: string, { services, language }: AppLoadContext): Promise<Hit[]> {
  const { t } = translations(language)
  const { orders } = await services.orders.search(orderSearch(q), mostOrders)
  const hits = orders.map((order) => ({
    to: `/dashboard/orders?list=all&order=${order.number}`,
    text: `${order.number} · ${customerName(order)}`,
    detail: [
      formatMoney(order.gross, language),
      ...standingsOf(order).map((each) => t(`orders:states.${each}`)),
    ].join(' · '),
  }))
  return sortedBy(hits, (hit) => isNumbered(hit, q))
}

/** Those of the shelf, for whom may change them. */
async function findProducts(
  q: string,
  { member }: Membership,
  { services, now, language }: AppLoadContext,
): Promise<Hit[]> {
  if (member.kind !== 'manager') return []
  const { products } = await services.catalogue.read(now())
  return products
    .filter((product) => isOnShelf(product) && hasAll(spoken(product.title), q))
    .slice(0, mostProducts)
    .map(({ id, title, price }) => ({
      to: `/dashboard/shelf/product?${new URLSearchParams({ product: id })}`,
      text: title[language],
      detail: formatMoney(price, language),
    }))
}

function spoken(title: Texts): string {
  return languages.map((language) => title[language]).join(' ')
}

/** What has the number that is typed with its sign, alone; all of it where nothing has. */
function byNumber(groups: SearchPage['groups'], q: string): SearchPage['groups'] {
  const named = groups.map((group) => {
    return { ...group, hits: group.hits.filter((hit) => isNumbered(hit, q)) }
  })
  return q.startsWith('#') && named.some(({ hits }) => hits.length > 0) ? named : groups
}

/** Whether what is typed is its number. */
function isNumbered({ text }: Pick<Hit, 'text'>, q: string): boolean {
  const number = numberTyped(q)
  return number !== undefined && text.startsWith(`${number} · `)
}

/** All rooms that the member may enter, where nothing is sought; first what has a name that begins with the query. */
async function findPlaces(
  q: string,
  shop: boolean,
  { member }: Membership,
  context: AppLoadContext,
) {
  const { t } = translations(context.language)
  const closed: readonly string[] = member.kind === 'manager' ? [] : managersOnly.rooms
  const open = rooms.filter(
    (room) => (shop || !roomsOfShop.includes(room)) && !closed.includes(room),
  )
  const places: Hit[] = [
    ...open.map((room) => ({ to: pathOfRoom(room), text: t(`dashboard:${room}`) })),
    { to: '/dashboard/tickets/new', text: t('tickets:writeFirst') },
    ...(await findSections(q, context)),
  ]
  const fitting = places.filter(({ text }) => hasAll(text, q))
  const named = sortedBy(fitting, ({ text }) => beginsWith(text, q))
  return [...named, ...findParts(q, open, context)]
}

async function findSections(q: string, context: AppLoadContext): Promise<Hit[]> {
  const { t } = translations(context.language)
  const nameOf = (name: (typeof sectionNames)[number]) => t(`settings:sections.${name}`)
  const found = sectionNames.filter((name) => q && hasAll(nameOf(name), q))
  if (found.length === 0) return []
  const hidden = await hiddenSections(context)
  return found
    .filter((name) => !hidden.includes(name))
    .map((name) => ({
      to: sectionAddress(name),
      text: nameOf(name),
      detail: t('dashboard:settings'),
    }))
}

/** First those that pass, otherwise in their order. */
function sortedBy<Each>(all: readonly Each[], passes: (each: Each) => boolean): Each[] {
  return [...all].sort((one, other) => Number(passes(other)) - Number(passes(one)))
}
