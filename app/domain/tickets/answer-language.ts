import type { Ticket } from './tickets'

/** The language of letters and other texts of the desk to its visitor. */
export function answerLanguage({ locale, answerLocale }: Pick<Ticket, 'locale' | 'answerLocale'>) {
  return answerLocale ?? locale
}
