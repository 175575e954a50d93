import { useMatches, useRouteError } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Embed } from '~/domain/desks/embeds'
import type { Namespace, Resources } from '~/i18n/resources'
import { useTranslation } from '~/i18n/translation'
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
export type ScriptName = 'begin' | 'chat' | 'checkout' | 'google' | 'order' | 'page' | 'test'

/** What a room's page needs; on the way to another room the browser loads what is missing. */
type DeskSheet =
  | 'dashboard'
  | 'tickets'
  | 'settings'
  | 'embed'
  | 'profile'
  | 'feedback'
  | 'orders'
  | 'stockroom'
  | 'company'

type ShopSheet = 'shop' | 'item' | 'checkout' | 'order'

/** A route's `handle`. A document has at most one small script without React; an app hydrates. */
export interface PageHandle extends WordsHandle {
  page: PageKey
  sheet: 'home' | ShopSheet | 'plain' | 'begin' | 'chat' | 'legal' | DeskSheet | 'sample' | 'test'
  /** Another sheet than the one above, by the page's data. */
  worn?: (data: unknown) => PageHandle['sheet'] | 'none' | undefined
  ships: 'document' | { script: ScriptName } | 'app'
  /** Another script than the one above, or one of a document, by the page's data. */
  script?: (data: unknown) => ScriptName | undefined
  /** Whether it shows another page of this site in a frame. */
  frames?: boolean
  embed?: (data: unknown) => ShownEmbed | undefined
  /** Whether it revalidates when something happens at the desk. */
  live?: boolean
  indexed?: boolean
  about?: (data: unknown, t: TFunction) => PageSubject | undefined
  /** The id of the form whose text the language switch keeps. */
  draftForm?: (data: unknown) => string | undefined
  /** Whether the identity service may demand a captcha of its forms. */
  captcha?: boolean
  /** Whether a form of this page may redirect to a payment page. */
  pays?: boolean
  /** Other origins that forms may redirect to, for the CSP's form-action. */
  formsLeadTo?: readonly string[]
}

/** One of many things that a page shows by its query, in the page's language. */
export interface PageSubject {
  title: string
  description?: string
  /** Of its canonical address. */
  query?: string
  /** Whether the page's title does without the site's name. */
  own?: boolean
}

/** `sheet` is for when the page is framed. */
type ShownEmbed = Pick<Embed, 'look' | 'origins'> & { sheet: 'chat' | 'framed' }

/** Known only while the server renders. */
export interface ServedPage {
  css: string
  nonce: string
  /** The reference number on an error page, also in the log. */
  requestId: string
  ships: PageHandle['ships']
  /** The script for missing parts of an app. */
  guard: string
  /** Whether it shows a form that was refused. */
  refused?: boolean
  script?: string
  /** Listens to the surrounding page, which may be one of `sites`. */
  framed?: { script?: string; sites: readonly string[] }
  /** Set while the identity service demands a captcha. */
  captcha?: { siteKey: string; script: string }
}

export const ServedPageContext = createContext<ServedPage>({
  // The browser has it from the first response, for a document redrawn after an error.
  css: globalThis.document?.querySelector('style')?.textContent ?? '',
  nonce: '',
  requestId: '',
  ships: 'app',
  guard: '',
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

export function usePageSubject(): PageSubject | undefined {
  const { t } = useTranslation()
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  return isPageHandle(match?.handle) ? match.handle.about?.(match.data, t) : undefined
}

/** Undefined on error pages. */
export function useDraftForm(): string | undefined {
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  if (useRouteError() != null) return undefined
  return isPageHandle(match?.handle) ? match.handle.draftForm?.(match.data) : undefined
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'page' in handle
}

export function pageTitle(t: TFunction, page: PageKey, subject?: PageSubject): string {
  if (subject?.own) return subject.title
  const title = subject?.title ?? t(`${page}.title`)
  return page === 'home:page' ? title : t('layout:titled', { title })
}

/** Of a page within a room of the desk, such as a ticket: what it is comes first. */
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
