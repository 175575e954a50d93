import type { LocalizedText } from '../text/languages'
import type { Colour } from './contrast'
import type { Desk } from './desks'

/** Where the link that opens the chat is shown: floating in a corner, or where the page has it. */
export const sides = ['right', 'left', 'inline'] as const

export type Side = (typeof sides)[number]

export interface Look {
  /** The one colour of the desk, for whoever likes it light or dark. */
  light: Colour
  dark: Colour
  side: Side
}

/** How a desk looks on other sites, and which of them may show it. */
export interface Embed {
  look: Look
  /** What is on the link that opens the chat; a word of ours where there is none. */
  launcher: LocalizedText
  /** What a visitor reads before the first message; nothing where there is none. */
  consent: LocalizedText
  /** Where there is more on that, a web address a language. */
  consentLink: LocalizedText
  /** The origins that may show the chat in a frame, in the order in which the owner named them. */
  origins: string[]
  /** On which of them the chat was opened last, and when. */
  seenOn?: string
  seenAt?: Date
}

export interface EmbedStore {
  /** What the owner has chosen, and what we chose where nothing was. */
  find(deskId: string): Promise<Embed>
  /** Saves those parts that are given. */
  save(deskId: string, parts: Partial<Omit<Embed, 'seenOn' | 'seenAt'>>): Promise<void>
  /** Notes where the chat was opened; an earlier time than the one kept changes nothing. */
  note(deskId: string, seenOn: string, seenAt: Date): Promise<void>
}

/** The grounds on which text in the desk's colour may stand that are hardest to read on. */
export const grounds: Record<'light' | 'dark', Colour> = { light: '#eaf3ea', dark: '#1e2d25' }

/** Text on the desk's colour: whatever can be read on the grounds above can carry it. */
export const onColour: Record<'light' | 'dark', Colour> = { light: '#ffffff', dark: '#0b1510' }

/** The site's own green, as app/styles/few-tokens.css has it. */
export const ownLook: Look = { light: '#155b3d', dark: '#6dc799', side: 'right' }

/** Characters: the launcher is a few words, and goes with the script to every reader of the site. */
export const longestLauncher = 30

/** Characters of a text before the first message. */
export const longestConsent = 500

/** As many sites as a desk may be on. */
export const mostOrigins = 20

/** For how many days a key that was replaced may go on opening the chat. */
export const graceDays = [0, 7, 30] as const

export function newEmbed(): Embed {
  return { look: ownLook, launcher: {}, consent: {}, consentLink: {}, origins: [] }
}

/** How often at most the same site is noted. */
const notedEvery = 10 * 60_000

/** Notes that the chat was opened in a page of this origin, if the desk allows it there. */
export async function noteSeen(
  embeds: EmbedStore,
  desk: Pick<Desk, 'id'>,
  embed: Embed,
  origin: string | undefined,
  now: Date,
): Promise<void> {
  const { origins, seenOn, seenAt } = embed
  if (!origin || !origins.includes(origin)) return
  const lately = seenAt && now.getTime() - seenAt.getTime() < notedEvery
  if (!lately || seenOn !== origin) await embeds.note(desk.id, origin, now)
}
