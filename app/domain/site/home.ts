import { texts } from '../shop/product-texts'
import type { LocalizedText } from '../text/languages'
import { languages } from '../text/languages'
import { type HomePart, type HomePartName, homePartNames, type SiteSettings } from './settings'

interface PartKind {
  /** Whether it has a text of its own, and how long it may be. */
  text?: 'line' | 'long'
  picture?: true
  questions?: true
  /** Whether a new home page has it. */
  atFirst: boolean
}

export const partKinds: Record<HomePartName, PartKind> = {
  headline: { text: 'line', atFirst: true },
  picture: { picture: true, atFirst: false },
  hours: { text: 'line', atFirst: true },
  products: { atFirst: true },
  how: { atFirst: true },
  text: { text: 'long', atFirst: false },
  questions: { questions: true, atFirst: false },
  about: { text: 'long', picture: true, atFirst: false },
}

/** In characters. */
export const longestPart = { title: 120, line: 300, long: 2_000, question: 200, answer: 1_000 }

export const mostQuestions = 8

/** All parts in their order, those that are off among them; the headline always comes first. */
export function homeParts({ home = [] }: Pick<SiteSettings, 'home'>): HomePart[] {
  const others = homePartNames.filter((name) => !home.some((part) => part.name === name))
  const all = [...home, ...others.map(newPart)]
  return [
    ...all.filter(({ name }) => name === 'headline').map((part) => ({ ...part, on: true })),
    ...all.filter(({ name }) => name !== 'headline'),
  ]
}

function newPart(name: HomePartName): HomePart {
  return { name, on: partKinds[name].atFirst, title: {}, text: {}, questions: [] }
}

/**
 * Changes places with its neighbour; the headline stays. Nothing changes where it is no longer at
 * `position` (from 1), as when a form is sent again.
 */
export function movePart(
  parts: HomePart[],
  name: HomePartName,
  by: -1 | 1,
  position?: number,
): HomePart[] {
  const from = parts.findIndex((part) => part.name === name)
  const to = from + by
  const [one, other] = [parts[from], parts[to]]
  if (!one || !other || from === 0 || to === 0 || (position ?? from + 1) !== from + 1) return parts
  return parts.map((part, index) => (index === from ? other : index === to ? one : part))
}

export function withPart(parts: HomePart[], changed: HomePart): HomePart[] {
  return parts.map((part) => (part.name === changed.name ? changed : part))
}

/** Whether a part has content; one without any is left out. */
export function isFilled({ name, title, text, picture, questions }: HomePart): boolean {
  if (name === 'picture') return picture !== undefined
  if (name === 'questions') return questions.some(({ question }) => isWritten(question))
  if (name === 'text' || name === 'about') return isWritten(text) || isWritten(title)
  return true
}

/** Whether guests read something that its owner wrote about the place. */
export function showsWords({ home = [] }: Pick<SiteSettings, 'home'>): boolean {
  const about: readonly HomePartName[] = ['headline', 'text', 'about']
  return home.some(
    ({ name, on, title, text }) =>
      on && about.includes(name) && (isWritten(text) || (name === 'headline' && isWritten(title))),
  )
}

export function showsPicture({ home = [] }: Pick<SiteSettings, 'home'>): boolean {
  return home.some(({ on, picture }) => on && picture !== undefined)
}

export function isWritten(text: LocalizedText): boolean {
  return languages.some((language) => text[language]?.trim())
}

export type PartTexts = Pick<HomePart, 'title' | 'text' | 'questions'>

/** The fields of its form, unchecked; also for the preview. */
export function partTyped(typed: Record<string, unknown>): PartTexts {
  const questions = Array.from({ length: mostQuestions }, (_, place) => ({
    question: texts(typed, `question${place}`),
    answer: texts(typed, `answer${place}`),
  }))
  return {
    title: texts(typed, 'title'),
    text: texts(typed, 'text'),
    questions: questions.filter(({ question, answer }) => isWritten(question) || isWritten(answer)),
  }
}
