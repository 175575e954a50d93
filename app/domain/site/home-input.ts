import { z } from 'zod'
import { soundLines } from '../files/plain-text'
import { texts } from '../shop/product-texts'
import type { Language } from '../text/languages'
import { fieldIn } from '../text/localized-fields'
import { isWritten, longestPart, mostQuestions, partKinds, partTyped } from './home'
import type { HomePartName } from './settings'

/** The form of a part: each text that is too long at its field, each answer without its question. */
export function partForm(name: HomePartName, language: Language) {
  const { text = 'line' } = partKinds[name]
  const longest = (field: string): number => {
    if (field.startsWith('title')) return longestPart.title
    if (field.startsWith('question')) return longestPart.question
    if (field.startsWith('answer')) return longestPart.answer
    return longestPart[text]
  }
  return z
    .object({ seen: z.string().max(100).default('') })
    .catchall(
      z
        .string()
        .optional()
        .transform((typed = '') => soundLines(typed)),
    )
    .transform((typed, issues) => {
      const fields = Object.entries(typed) as [string, string][]
      for (const [field, value] of fields) {
        if (value.length <= longest(field)) continue
        const params = { most: longest(field) }
        issues.addIssue({ code: 'custom', path: [field], message: 'site:errors.long', params })
      }
      for (let place = 0; place < mostQuestions; place += 1) {
        const [question, answer] = [
          texts(typed, `question${place}`),
          texts(typed, `answer${place}`),
        ]
        if (isWritten(question) === isWritten(answer)) continue
        const missing = isWritten(question) ? `answer${place}` : `question${place}`
        const path = [fieldIn(missing, language)]
        issues.addIssue({ code: 'custom', path, message: 'site:errors.question' })
      }
      return { seen: typed.seen, texts: partTyped(typed) }
    })
}
