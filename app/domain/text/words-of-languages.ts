import { languageHints } from './language-hints'
import { type Language, languages } from './languages'

const known = new Map(
  languages.map(
    (language) => [language, new Set((languageHints[language]?.words ?? '').split(/\s+/))] as const,
  ),
)

/** Characters that are looked at: below them stand signatures and disclaimers. */
const looked = 2_000

/** The language of somebody's words, which a few of them decide; undefined where they do not. */
export function languageOfWords(text: string): Language | undefined {
  const said =
    text
      .slice(0, looked)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const counted = languages
    .map((language) => ({
      language,
      count: said.filter((word) => known.get(language)?.has(word)).length,
    }))
    .sort((one, other) => other.count - one.count)
  const [first, second] = counted
  return first && first.count > 0 && first.count >= 2 * (second?.count ?? 0)
    ? first.language
    : undefined
}
