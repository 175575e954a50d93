import type { LocalizedText } from '../text/languages'

/** Each may be on the home page once. */
export const homePartNames = [
  'headline',
  'picture',
  'hours',
  'products',
  'how',
  'text',
  'questions',
  'about',
] as const

export type HomePartName = (typeof homePartNames)[number]

export interface SitePicture {
  id: string
  alt: LocalizedText
}

export interface HomePart {
  name: HomePartName
  on: boolean
  /** Our own words where empty. */
  title: LocalizedText
  text: LocalizedText
  picture?: SitePicture
  questions: { question: LocalizedText; answer: LocalizedText }[]
}

export interface ShopOpening {
  /** Whether its owner has opened it, apart from a pause. */
  open: boolean
  /** The day on which a pause ends, YYYY-MM-DD; empty until further notice. */
  closedUntil?: string
}

/** The owner's settings of the site, beyond desk, shelf and legal texts. */
export interface SiteSettings {
  /** The id of its picture. */
  mark?: string
  /** Whether its foot names Tresen. */
  credit: boolean
  /** In their order; absent until the owner changes them. */
  home?: HomePart[]
  /** Absent until a server has started on this data once. */
  shop?: ShopOpening
  /** Whether it offers counters and plans to other businesses; absent until its owner has decided. */
  offers?: boolean
}

export const newSiteSettings: SiteSettings = { credit: true }

/** The ids of the pictures that are shown somewhere. */
export function picturesIn({ mark, home = [] }: SiteSettings): Set<string> {
  return new Set([mark ?? [], home.flatMap(({ picture }) => picture?.id ?? [])].flat())
}
