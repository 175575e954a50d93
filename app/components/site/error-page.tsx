import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { AddressText } from '~/components/site/address-text'
import {
  atNoDesk,
  type ClosedRoom,
  type GivenBack,
  notAtDesk,
  roomOfManagers,
  roomOfSite,
  roomOnceConfirmed,
} from '~/domain/forms/forms'
import { localizedPath, withDesk } from '~/i18n/addresses'
import { useAskedDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ShelfSearch } from '../shop/shelf-search'
import { ConfirmLink } from './confirm-link'
import { useCurrentUrl } from './current-url'
import { useServedPage } from './page'
import { useSendsNoMail, useSite } from './session'

type Kind = 'missing' | 'unsupported' | 'refused' | 'failed'

function kindOf(error: unknown): Kind {
  if (!isRouteErrorResponse(error)) return 'failed'
  if (error.status === 404) return 'missing'
  if (error.status === 405) return 'unsupported'
  return error.status < 500 ? 'refused' : 'failed'
}

const rooms = [roomOfSite.room, roomOfManagers.room, notAtDesk.room, atNoDesk.room] as const

/** The room that a signed-in person asked for and may not enter. */
function closedRoom(error: unknown): ClosedRoom | undefined {
  if (!isRouteErrorResponse(error)) return undefined
  return rooms.includes(error.data?.room) ? error.data : undefined
}

function isUnconfirmed(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.data?.room === roomOnceConfirmed.room
}

function givenBackBy(error: unknown): GivenBack | undefined {
  const isOurs = isRouteErrorResponse(error) && (error.status === 409 || error.status === 401)
  return isOurs ? (error.data ?? undefined) : undefined
}

export function errorTitle(error: unknown, t: TFunction): string {
  const given = givenBackBy(error)
  if (given) return givenTitle(given, t)
  if (isUnconfirmed(error)) return t('dashboard:unverified')
  const room = closedRoom(error)?.room
  return t(room ? `errors:room.${room}.title` : `errors:page.${kindOf(error)}`)
}

export function ErrorHead({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <>
      <title>{errorTitle(error, t)}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Never a stack trace, always a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { requestId } = useServedPage()
  const kind = kindOf(error)
  const given = givenBackBy(error)
  if (given) return <GivenBackPage given={given} />
  const closed = closedRoom(error)
  if (closed) return <ClosedRoomPage {...closed} />
  if (isUnconfirmed(error)) return <UnconfirmedPage />
  return (
    <div className="sheet wide">
      <div>
        <h1>{t(`errors:page.${kind}`)}</h1>
        {kind === 'missing' ? (
          <MissingAddress />
        ) : (
          <p className="lead address">{t(`errors:page.${kind}Help`)}</p>
        )}
        {kind === 'failed' && requestId && (
          <p className="quiet">{t('errors:page.reference', { reference: requestId })}</p>
        )}
      </div>
      {kind === 'missing' && <ShelfSearch />}
      <p className="deeds">
        <LocalizedLink to="/">{t('errors:page.home')}</LocalizedLink> <AskLink />
      </p>
    </div>
  )
}

/** What was asked for. */
export function MissingAddress() {
  const { t } = useTranslation()
  const path = readable(useLocation().pathname)
  return <p className="lead address">{t('errors:page.missingPath', { path })}</p>
}

/** Says what the room is and who has it, to somebody who is signed in. */
function ClosedRoomPage({ room, typed = [] }: ClosedRoom) {
  const { t } = useTranslation()
  const mayFound = room === atNoDesk.room
  const words = mayFound ? notAtDesk.room : room
  const isMember = words !== notAtDesk.room
  const desk = withDesk('/dashboard', useAskedDesk())
  return (
    <div className="sheet wide">
      <div>
        <h1>{t(`errors:room.${room}.title`)}</h1>
        <p className="lead">{t(`errors:room.${words}.text`, { site: useSite().name })}</p>
        <p>{t(`errors:room.${words}.own`)}</p>
      </div>
      <TypedTexts typed={typed} />
      {mayFound && (
        <LocalizedLink to="/signup" className="button">
          {t('errors:room.nowhere.found')}
        </LocalizedLink>
      )}
      {!isMember && <SignOut text={t('layout:signOut')} />}
      <p className="deeds">
        <LocalizedLink to={isMember ? desk : '/dashboard/profile'}>
          {t(isMember ? 'errors:given.desk' : 'dashboard:profile')}
        </LocalizedLink>{' '}
        <AskLink />
      </p>
    </div>
  )
}

function AskLink() {
  const { t } = useTranslation()
  return useSite().answers && <LocalizedLink to="/chat">{t('errors:page.ask')}</LocalizedLink>
}

/** Leads through the confirmation back to the room. */
function UnconfirmedPage() {
  const { t } = useTranslation()
  const here = new URLSearchParams({ redirect: useCurrentUrl() })
  return (
    <div className="sheet wide">
      <div>
        <h1>{t('dashboard:unverified')}</h1>
        <p className="lead">
          {t(useSendsNoMail() ? 'dashboard:unmailed' : 'errors:room.unconfirmed')}
        </p>
      </div>
      <p className="deeds">
        <ConfirmLink to={`/verify-email?${here}`} className="button" text={t('dashboard:verify')} />
      </p>
    </div>
  )
}

/** `back`: the page that it leads to instead of the first one. */
function SignOut({ text, back }: { text: string; back?: string }) {
  const language = useLanguage()
  const query = back === undefined ? '' : `?${new URLSearchParams({ redirect: back })}`
  return (
    <form method="post" action={localizedPath('/logout', language) + query}>
      <input type="hidden" name="language" value={language} />
      <button className="button second">{text}</button>
    </form>
  )
}

function GivenBackPage({ given }: { given: GivenBack }) {
  const { t } = useTranslation()
  const here = useCurrentUrl()
  const { theirs } = given.why === 'other-account' ? given : {}
  const desk = given.why === 'other-desk' ? given : undefined
  return (
    <div className="sheet wide">
      <div>
        <h1>{givenTitle(given, t)}</h1>
        <p className="lead">
          <AddressText text={givenText(given, t)} />
        </p>
      </div>
      <TypedTexts typed={given.typed} />
      {theirs && <SignOut text={t('errors:given.change', { theirs })} back={here} />}
      <p>
        {desk?.back ? (
          <a href={desk.back.to}>{desk.back.text}</a>
        ) : (
          <LocalizedLink to="/dashboard">
            {t(given.why === 'signed-out' ? 'errors:given.signIn' : 'errors:given.desk')}
          </LocalizedLink>
        )}
      </p>
    </div>
  )
}

function givenTitle(given: GivenBack, t: TFunction): string {
  return given.why === 'other-desk' ? given.title : t(`errors:given.${given.why}.title`)
}

function givenText(given: GivenBack, t: TFunction): string {
  if (given.why === 'other-desk') return given.text
  const { why, theirs = '', own = '' } = given
  if (why === 'other-account' && !theirs) return t('errors:given.other-account.unnamed', { own })
  return t(`errors:given.${why}.text`, { theirs, own })
}

/** What was typed, to copy. */
function TypedTexts({ typed }: { typed: string[] }) {
  const { t } = useTranslation()
  return typed.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
    <p className="field" key={index}>
      <label>
        {t('errors:given.typed')}
        <textarea readOnly rows={Math.min(12, 1 + Math.ceil(text.length / 60))} value={text} />
      </label>
    </p>
  ))
}

/** The typed path decoded, if its escapes are valid. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
