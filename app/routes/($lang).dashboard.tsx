import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react'
import { Fragment } from 'react'
import { AtDesk } from '~/components/desks/at-desk'
import { DeskSwitch } from '~/components/desks/desk-switch'
import { useLiveDesk } from '~/components/desks/live-desk'
import { useMenus } from '~/components/desks/menus'
import { Palette } from '~/components/desks/palette'
import { usePaletteKey } from '~/components/desks/palette-key'
import { useUnsaved } from '~/components/desks/unsaved'
import { star } from '~/components/feedback/stars'
import { AccountMark } from '~/components/forms/account-mark'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Announcer } from '~/components/site/announcer'
import { ConfirmLink } from '~/components/site/confirm-link'
import { LanguageSwitch } from '~/components/site/language-switch'
import { LineNotice } from '~/components/site/line-notice'
import { Mark } from '~/components/site/mark'
import { NoticeToast } from '~/components/site/notice'
import { OtherAccount } from '~/components/site/other-account'
import { isDraftKept, staysInRoom } from '~/components/site/press'
import { Icon, isHere, RailLink } from '~/components/site/rail-link'
import { useSendsNoMail, useSite } from '~/components/site/session'
import { Toasts } from '~/components/toasts/toasts'
import { isAttended } from '~/domain/desks/desks'
import { byJoining, managersOnly } from '~/domain/desks/members'
import { rooms as allRooms, pathOfRoom, type Room, roomsOfShop } from '~/domain/desks/rooms'
import { countIn } from '~/domain/shop/order-lists'
import { mailboxOutage } from '~/http/desks/mailbox-outage.server'
import { ticketCounts } from '~/http/desks/ticket-counts.server'
import { accountMark } from '~/http/forms/account.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { factorDue, requireAccount, runsShop } from '~/http/sessions/access.server'
import { orderCounts } from '~/http/shop/order-counts.server'
import { deskParameter, localizedPath } from '~/i18n/addresses'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export { atDeskAction as action } from '~/http/desks/at-desk.server'

export const headers: HeadersFunction = ({ actionHeaders }) =>
  new Headers([...actionHeaders, ['Cache-Control', 'private, no-store']])

export async function loader({ context }: LoaderFunctionArgs) {
  const { secrets } = context.config
  // Taken before anything is read, so that later changes are read again.
  const revision = context.services.live.revision()
  const [{ desk, member, session, memberships }, shop] = await Promise.all([
    requireAccount(context),
    runsShop(context),
  ])
  const { uid, email, emailVerified: verified } = session.user
  const account = accountMark(secrets, { uid, deskId: desk?.id ?? '' })
  const person = { email, verified, account }
  const none = {
    named: undefined,
    desks: undefined,
    counts: undefined,
    outage: undefined,
    factor: undefined,
    away: false,
    others: undefined,
    manages: false,
    compact: undefined,
  }
  if (!desk || !member) {
    const own = ['profile', 'settings']
    return withoutUndefined({
      ...person,
      ...none,
      closed: allRooms.filter((room) => !own.includes(room)) as string[],
    })
  }
  const [tickets, factorFrom, outage, orders] = await Promise.all([
    ticketCounts(context),
    factorDue(context, desk, uid),
    shop ? mailboxOutage(context) : undefined,
    shop ? orderCounts(context) : undefined,
  ])
  const counts = { revision, open: tickets.open, orders: orders && countIn('to-send', orders) }
  const manages = member.kind === 'manager'
  const closed: readonly string[] = manages ? [] : managersOnly.rooms
  const away = member.awaySince !== undefined
  const others = (away && isAttended(desk, context.now())) || undefined
  const desks = memberships
    .toSorted((one, other) => byJoining(one.member, other.member))
    .map(({ desk: { publicKey, name } }) => ({ key: publicKey, name }))
  const isNamed = desks.length > 1 || context.url.searchParams.has(deskParameter)
  const named = isNamed && { named: desk.publicKey, desks }
  const factor = factorFrom && formatDay(factorFrom, context.language, desk.timeZone)
  const compact = member.compact || undefined
  const rest = { compact, counts, away, others, manages, closed, outage, factor }
  return withoutUndefined({ ...person, ...rest, ...named })
}

export const shouldRevalidate: ShouldRevalidateFunction = (asked) =>
  asked.defaultShouldRevalidate && !staysInRoom(asked) && !isDraftKept(asked)

const icons: Record<Room, string> = {
  overview: 'M2.5 7.5 8 3l5.5 4.5V13h-11z',
  tickets: 'M2.5 3.5h11v7.5H7l-3 2.5V11H2.5z',
  orders: 'M3 6h10l1 7.5H2zM5.5 6V4.5a2.5 2.5 0 0 1 5 0V6',
  shelf: 'M2 6h12M2 13h12M3.5 6V2.5h3V6M9 13V9h4v4',
  home: 'M2.5 3h11v10h-11zM2.5 6h11M6.5 6v7',
  company: 'M4 2h5.5L12 4.5V14H4zM6.5 6.5h3M6.5 9h3M6.5 11.5h2',
  feedback: star,
  embed: 'M6 4 2 8l4 4M10 4l4 4-4 4',
  profile: 'M5.5 5.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 0 1-5 0zM3 13.5c.5-5 9.5-5 10 0z',
  settings:
    'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M8 4.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM4 11.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
}

const searchPath = '/dashboard/search'
const glass = 'M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 0 0-9 0zM10.25 10.25 14 14'

/** The rooms in a phone's bar; the menu beside them has the others. */
const inBar = 4

export default function DeskLayout() {
  const { counts } = useLoaderData<typeof loader>()
  return counts ? <LiveRooms counts={counts} /> : <Rooms />
}

function LiveRooms({ counts }: { counts: Parameters<typeof useLiveDesk>[0] }) {
  return <Rooms live={useLiveDesk(counts)} />
}

/** Without `live` for an account that is at no desk. */
function Rooms({ live }: { live?: ReturnType<typeof useLiveDesk> }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const site = useSite()
  const sendsNoMail = useSendsNoMail()
  const page = useLoaderData<typeof loader>()
  const { compact, email, verified, away, others, account, closed, outage, factor, desks } = page
  const { pathname } = useLocation()
  const [opening, closePalette] = usePaletteKey()
  useMenus()
  useUnsaved()
  const { open, orders, visitors } = live ?? {}
  const rooms = allRooms.filter(
    (room) => (orders !== undefined || !roomsOfShop.includes(room)) && !closed.includes(room),
  )
  const [shown, rest] = [rooms.slice(0, inBar), rooms.slice(inBar)]
  const inRest = [searchPath, ...rest.map(pathOfRoom)].some((path) =>
    isHere(pathname, localizedPath(path, language)),
  )
  const badges: Partial<Record<Room, number>> = { tickets: open, orders }
  const roomLink = (room: Room) => (
    <Fragment key={room}>
      <RailLink to={pathOfRoom(room)} end={room === 'overview'} icon={icons[room]}>
        <span>{t(`dashboard:${room}`)}</span>
        <Badge count={badges[room]} />
      </RailLink>{' '}
    </Fragment>
  )
  return (
    <div className={compact ? 'desk-page compact' : 'desk-page'}>
      <a className="skip visually-hidden" href="#main">
        {t('layout:skip')}
      </a>{' '}
      <Announcer />
      <header className="rail">
        <LocalizedLink to="/" className="brand">
          <Mark site={site} />
          <span>{site.name}</span>
        </LocalizedLink>{' '}
        <DeskSwitch desks={desks} />
        <nav className="places" aria-label={t('dashboard:rail')}>
          {shown.map(roomLink)}
          {/* Navigation closes it. */}
          {rest.length > 0 && (
            <details className={inRest ? 'rest here' : 'rest'} key={pathname}>
              <summary>
                <Icon path="M2.5 8h1m4 0h1m4 0h1" />
                {t('dashboard:more')}
              </summary>
              <div className="menu">
                {rest.map(roomLink)}
                {live && (
                  <RailLink to={searchPath} icon={glass}>
                    <span>{t('dashboard:search')}</span>
                  </RailLink>
                )}
              </div>
            </details>
          )}
        </nav>
        <div className="account">
          {live && <AtDesk away={away} others={others} key={String(away)} />}
          <LanguageSwitch />
          <form method="post" action={localizedPath('/logout', language)}>
            <AccountMark account={account} />
            <input type="hidden" name="language" value={language} />
            <button className="plain-button" title={email}>
              {t('layout:signOut')}
            </button>
          </form>
        </div>
      </header>
      <main className="desk-main" id="main">
        <OtherAccount account={account} email={email} />
        {/* Who only answers here cannot change that the server sends none. */}
        {!verified && (page.manages || !sendsNoMail) && (
          <p className="banner">
            {t(sendsNoMail ? 'dashboard:unmailed' : 'dashboard:unverified')}{' '}
            <ConfirmLink text={t('dashboard:verify')} />
          </p>
        )}
        {factor && (
          <p className="banner">
            {t('dashboard:factorDue', { day: factor })}{' '}
            <LocalizedLink to="/dashboard/profile#second-factor">
              {t('dashboard:factorSetUp')}
            </LocalizedLink>
          </p>
        )}
        {outage && (
          <p className="banner bad">
            {t('dashboard:outage.since', { time: outage.time })}{' '}
            {t(`dashboard:outage.${outage.problem}`)} {t('dashboard:outage.kept')}
          </p>
        )}
        <FormProblem answer={useForm()} />
        {live && <LineNotice />}
        <NoticeToast />
        <Outlet context={visitors} />
        {opening > 0 && <Palette key={opening} close={closePalette} />}
        <Toasts />
      </main>
    </div>
  )
}

function Badge({ count = 0 }: { count?: number }) {
  return <> {count > 0 && <span className="badge">{count}</span>}</>
}
