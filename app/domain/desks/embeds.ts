import type { LocalizedText } from '../text/languages'
import type { Colour } from './contrast'
import type { Desk } from './desks'

export const sides = ['right', 'left', 'inline'] as const

export type Side = (typeof sides)[number]

export interface Look {
  light: Colour
  dark: Colour
  side: Side
}

export interface Embed {
  look: Look
  /** Our default text where empty. */
  launcher: LocalizedText
  consent: LocalizedText
  consentLink: LocalizedText
  origins: string[]
  seenOn?: string
  seenAt?: Date
}

export interface EmbedStore {
  find(deskId: string): Promise<Embed>
  save(deskId: string, parts: Partial<Omit<Embed, 'seenOn' | 'seenAt'>>): Promise<void>
  /** Never sets an earlier time. */
  note(deskId: string, seenOn: string, seenAt: Date): Promise<void>
}

/** The least readable grounds for text in the desk's colour. */
export const grounds: Record<'light' | 'dark', Colour> = { light: '#eaf3ea', dark: '#1e2d25' }

/** Readable on any colour that is readable on the grounds above. */
export const onColour: Record<'light' | 'dark', Colour> = { light: '#ffffff', dark: '#0b1510' }

/** The site's green; also in app/styles/few-tokens.css. */
export const ownLook: Look = { light: '#155b3d', dark: '#6dc799', side: 'right' }

/** Characters; it is sent with the script to every reader of the site. */
export const longestLauncher = 30

/** Characters. */
export const longestConsent = 500

export const mostOrigins = 20

/** Days for which a replaced key may stay valid. */
export const graceDays = [0, 7, 30] as const

export function newEmbed(): Embed {
  return { look: ownLook, launcher: {}, consent: {}, consentLink: {}, origins: [] }
}

/** Milliseconds. */
const notedEvery = 10 * 60_000

/** Notes where the chat was opened, if the desk allows that origin. */
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
