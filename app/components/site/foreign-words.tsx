import type { Language } from '~/domain/text/languages'

/** Its `words` may be in another language, which a screen reader then speaks. */
export interface Sentence {
  sentence: string
  words?: string
  /** Of the words, where it is not the page's. */
  language?: Language
}

export function ForeignWords({ sentence, words, language }: Sentence) {
  if (!language || !words) return sentence
  const [before, ...after] = sentence.split(words)
  if (after.length !== 1) return sentence
  return (
    <>
      {before}
      <span lang={language}>{words}</span>
      {after}
    </>
  )
}
