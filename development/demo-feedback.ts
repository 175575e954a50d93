import type { Rating } from '~/domain/feedback/ratings'
import type { Language } from '~/domain/text/languages'

/** What somebody gave, and how many days ago. */
export interface DemoOpinion {
  ago: number
  rating: Rating
  comment: string
  locale: Language
  email?: string
}

/** How the café asks. */
export const demoQuestion = {
  en: 'Did we help you as you hoped?',
  de: 'Konnten wir Ihnen so helfen, wie Sie es sich gewünscht haben?',
}

/** Of demo tickets, by the name of their visitors. */
export const demoRatings: Record<string, Omit<DemoOpinion, 'locale'>> = {
  'Oliver Grant': {
    ago: 12,
    rating: 4,
    comment: 'A quick and honest answer, even if it was a no. See you in spring.',
  },
  'Familie Brandt': {
    ago: 2,
    rating: 5,
    comment: 'So unkompliziert, dass wir gleich wieder bestellt haben.',
  },
}

/** What people said of the café in general. */
export const demoOpinions: DemoOpinion[] = [
  { ago: 88, rating: 3, comment: 'Kaffee gut, Wartezeit lang.', locale: 'de' },
  { ago: 85, rating: 4, comment: '', locale: 'en' },
  { ago: 79, rating: 4, comment: 'Der Mohnkuchen!', locale: 'de' },
  { ago: 77, rating: 3, comment: '', locale: 'de' },
  { ago: 72, rating: 4, comment: 'Friendly people, slow till.', locale: 'en' },
  { ago: 64, rating: 5, comment: '', locale: 'de' },
  { ago: 61, rating: 3, comment: 'Am Samstag um elf war kein Tisch zu bekommen.', locale: 'de' },
  { ago: 55, rating: 4, comment: '', locale: 'en' },
  { ago: 52, rating: 5, comment: 'Endlich ein Café, das man versteht.', locale: 'de' },
  { ago: 44, rating: 4, comment: 'Best flat white on this side of the river.', locale: 'en' },
  { ago: 40, rating: 5, comment: '', locale: 'de' },
  { ago: 33, rating: 5, comment: 'Die neue Röstung ist großartig.', locale: 'de' },
  { ago: 30, rating: 4, comment: '', locale: 'de' },
  { ago: 26, rating: 5, comment: 'You remembered my order. Thank you!', locale: 'en' },
  {
    ago: 19,
    rating: 2,
    comment:
      'Der Cappuccino war zweimal hintereinander kalt, und an der Theke hat das niemanden gekümmert. Schade, ich komme sonst gern.',
    locale: 'de',
    email: 'j.albrecht@example.com',
  },
  { ago: 16, rating: 5, comment: '', locale: 'en' },
  { ago: 9, rating: 5, comment: 'Sehr freundlich, auch zu unserem Hund.', locale: 'de' },
  { ago: 6, rating: 4, comment: '', locale: 'de' },
  {
    ago: 3,
    rating: 5,
    comment: 'The beans arrived a day early and smell wonderful.',
    locale: 'en',
  },
]
