import { useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Embed } from '~/domain/desks/embeds'
import type { SiteIdentity } from '~/domain/site/identity'
import type { Namespace, Resources } from '~/i18n/resources'
import { useTranslation } from '~/i18n/translation'
import type { Stylesheet, StylesheetName } from '~/styles/stylesheets.server'
import { problemFields } from '../forms/form-problem'

/** Keys with `title` and `description` below them. */
type PageKey = {
  [Name in Namespace]: `${Name}:${TitledKey<Resources[Name]> & string}`
}[Namespace]

type TitledKey<Words> = {
  [Key in keyof Words]: Words[Key] extends { title: string; description: string } ? Key : never
}[keyof Words]

/** A lazy part's module waits for them in the browser; documents need none. */
export interface WordsHandle {
  i18n?: Namespace[]
}

/** Scripts of documents in app/browser. */
export type ScriptName =
  | 'again'
  | 'begin'
  | 'cart'
  | 'chat'
  | 'checkout'
  | 'google'
  | 'join'
  | 'order'
  | 'page'
  | 'passkey'
  | 'shop'
  | 'test'

/** What news of the desk is about. */
export type DeskNoun = 'tickets' | 'orders'

/** A route's `handle`: what its page is made of, and what it may do. */
export interface PageHandle extends WordsHandle {
  page: PageKey
  stylesheet: StylesheetName
  /** What runs in the browser: nothing, one small script, or React, which hydrates the page. */
  scripts: 'none' | ScriptName | 'react'
  /** The stylesheet of the pages that it leads to, for the browser to fetch when it has nothing else to do. */
  prefetches?: StylesheetName
  /** Whether search engines may list it. */
  indexed?: boolean
  /** It revalidates when something happens to these. */
  live?: readonly DeskNoun[]
  /** The tab keeps what is typed there, so that nobody is asked before leaving. */
  keepsTyped?: boolean
  /** What its content security policy allows besides what all pages have. */
  allows?: readonly Allowance[]
  /**
   * What depends on the data of its loader, which is undefined where that failed, and at the desk on whether
   * who looks is a manager there.
   */
  details?: (data: unknown, t: TFunction, manages?: boolean) => PageDetails
}

/**
 * `frames`: shows another page of this site in a frame. `captcha`: the identity service may demand one.
 * `google`, `payment`: forms may redirect there.
 */
type Allowance = 'frames' | 'captcha' | 'google' | 'payment'

export interface PageDetails {
  /** Replaces the handle's. */
  stylesheet?: StylesheetName
  /** Replaces the handle's, or adds one to a document that has none. */
  scripts?: ScriptName
  about?: PageSubject
  /** The id of the form whose text the language switch keeps without scripts. */
  draftForm?: string
  /** What Enter does in that form, where its buttons have intents. */
  draftIntent?: string
  /** For pages that other sites may frame. */
  embed?: Pick<Embed, 'look' | 'origins'>
}

/** The id of a page's form with text, where the form needs no name of its own. */
export const draftId = 'draft'

export interface PagePicture {
  /** A path of this site. */
  address: string
  alt: string
  /** Whether it is an icon rather than a photo. */
  small?: boolean
}

/** One of many things that a page shows by its query, in the page's language. */
export interface PageSubject {
  title: string
  description?: string
  /** Of its canonical address. */
  query?: string
  /** Shown where a link to it is; the site's by default. */
  picture?: PagePicture
  /** Whether the page's title does without the site's name. */
  own?: boolean
}

/** Known only while the server renders. */
export interface ServedPage {
  styles: Pick<Stylesheet, 'href' | 'css'> & { next?: string }
  site?: SiteIdentity
  nonce: string
  /** The reference number on an error page, also in the log. */
  requestId: string
  /** Whether React hydrates it. */
  hydrates: boolean
  /** The scripts that come before an app's: for browsers below the floor, and for missing parts. */
  guards: string[]
  /** Whether it shows a form that was refused. */
  refused?: boolean
  script?: string
  /** Reports the page to the members who answer the reader's conversation. */
  visited?: string
  /** Listens to the surrounding page, which may be one of `sites`. */
  framed?: { script?: string; sites: readonly string[] }
  /** Set while the identity service demands a captcha. */
  captcha?: { siteKey: string; script: string }
}

export const ServedPageContext = createContext<ServedPage>({
  styles: { css: '' },
  nonce: '',
  requestId: '',
  hydrates: true,
  guards: [],
  // Hydration must find the title that the server rendered.
  refused: globalThis.document?.querySelector(problemFields) != null,
})

export function useServedPage(): ServedPage {
  return useContext(ServedPageContext)
}

/** Undefined on error pages, which belong to no route. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle)
    .findLast(isPageHandle)
}

/** Empty on error pages. */
export function usePageDetails(): PageDetails {
  const { t } = useTranslation()
  const desk = useRouteLoaderData('routes/($lang).dashboard') as { manages?: boolean } | undefined
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  if (useRouteError() != null || !isPageHandle(match?.handle)) return {}
  return match.handle.details?.(match.data, t, desk?.manages) ?? {}
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'page' in handle
}

export function pageTitle(
  t: TFunction,
  site: Pick<SiteIdentity, 'name' | 'named'>,
  page: PageKey,
  subject?: PageSubject,
): string {
  if (subject?.own) return subject.title
  const title = subject?.title ?? t(`${page}.title`)
  if (page !== 'home:page') return t('layout:titled', { title, site: site.name })
  return site.named ? site.name : title
}

/** The title of a page within a room of the desk, such as a ticket: the page comes first. */
export function titleWithin(t: TFunction, page: PageKey, ...parts: string[]): PageSubject {
  return { title: [...parts, t(`${page}.title`)].join(' · ') }
}

/** What the tab shows: a refused form and the number of waiting tickets come first. */
export function tabTitle(
  t: TFunction,
  title: string,
  { waiting = 0, refused = false }: { waiting?: number; refused?: boolean },
): string {
  const counted = waiting > 0 ? `(${waiting}) ${title}` : title
  return refused ? t('layout:refusedTitle', { title: counted }) : counted
}
