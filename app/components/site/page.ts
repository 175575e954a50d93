import { useMatches, useRouteError } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Embed } from '~/domain/desks/embeds'
import type { Namespace, Resources } from '~/i18n/resources'

/** Keys of what a page is called: `title` and `description` are below. */
export type PageKey = {
  [Name in Namespace]: `${Name}:${TitledKey<Resources[Name]> & string}`
}[Namespace]

type TitledKey<Words> = {
  [Key in keyof Words]: Words[Key] extends { title: string; description: string } ? Key : never
}[keyof Words]

/**
 * Which namespaces a route says, or a part of it that comes late: in the browser its module waits for
 * them. Documents name none: the server has all words.
 */
export interface WordsHandle {
  i18n?: Namespace[]
}

/** The small scripts that a document may have, by their names in app/browser. */
export type ScriptName = 'embed' | 'chat' | 'google' | 'test'

/**
 * What a route says of its page in `handle`. A document ships no script, or one small script of its
 * own without React; an app hydrates React.
 */
export interface PageHandle extends WordsHandle {
  page: PageKey
  sheet: 'home' | 'shop' | 'order' | 'plain' | 'chat' | 'legal' | 'dashboard' | 'sample' | 'test'
  ships: 'document' | { script: ScriptName } | 'app'
  /** The query by which the page's own script asks for a part of it, which it has the style for. */
  part?: string
  /** Whether it shows another page of ours in a frame. */
  frames?: boolean
  /** By the page's data, how it looks in a desk's colours, and on which other sites in a frame. */
  embed?: (data: unknown) => ShownEmbed | undefined
  /** Whether its data is read again when something happens at the desk. */
  live?: boolean
  /** Whether search engines may list it. */
  indexed?: boolean
  /** What the page's data is about, if it shows one of many. */
  about?: (data: unknown) => PageSubject | undefined
  /** The id of the form whose typed text the language switch takes along, if the page's data has one. */
  draftForm?: (data: unknown) => string | undefined
  /** Whether the identity service may demand a captcha of its forms. */
  captcha?: boolean
  /** Whether a form of this page may lead to where orders are paid. */
  pays?: boolean
  /** Origins of others that a form of this page may lead to: browsers hold its redirects to the policy. */
  formsLeadTo?: readonly string[]
}

/** One thing of many that a page shows by its query, in the page's language. */
export interface PageSubject {
  title: string
  description: string
  /** The query that names it, with the question mark. */
  query: string
}

/** How a desk's page looks, which other sites may show it in a frame, and its sheet there. */
export type ShownEmbed = Pick<Embed, 'look' | 'origins'> & { sheet: 'chat' | 'framed' }

/** What the server alone knows of the page it renders; the browser has no use for it. */
export interface ServedPage {
  css: string
  nonce: string
  /** The reference number on an error page; the log has the same. */
  requestId: string
  ships: PageHandle['ships']
  /** What an app does when a part of it is missing, as code. */
  guard?: string
  /** Where the page's own small script is, if it ships one. */
  script?: string
  /** Of a page in a frame: the script that listens to the page around it, which may be one of these sites. */
  framed?: { script?: string; sites: readonly string[] }
  /** What answers for its forms, while the identity service demands a captcha. */
  captcha?: { siteKey: string; script: string }
}

export const ServedPageContext = createContext<ServedPage>({
  // The browser has it from the first response, for a document that is drawn anew when something fails.
  css: globalThis.document?.querySelector('style')?.textContent ?? '',
  nonce: '',
  requestId: '',
  ships: 'app',
})

export function useServedPage(): ServedPage {
  return useContext(ServedPageContext)
}

/** The handle of the page on show; undefined on error pages, which belong to no route. */
export function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle)
    .findLast(isPageHandle)
}

/** What the page on show is about, if it shows one of many. */
export function usePageSubject(): PageSubject | undefined {
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  return isPageHandle(match?.handle) ? match.handle.about?.(match.data) : undefined
}

/** The id of the form on show that may hold something typed; undefined on error pages, which have none. */
export function useDraftForm(): string | undefined {
  const match = useMatches().findLast(({ handle }) => isPageHandle(handle))
  if (useRouteError() != null) return undefined
  return isPageHandle(match?.handle) ? match.handle.draftForm?.(match.data) : undefined
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'page' in handle
}

export function pageTitle(t: TFunction, page: PageKey, subject?: PageSubject): string {
  if (subject) return t('layout:titled', { title: subject.title })
  const title = t(`${page}.title`)
  return page === 'home:page' ? title : t('layout:titled', { title })
}
