import type { Language } from '~/domain/text/languages'

/** A sentence whose `words` may be in another language, which a screen reader then speaks. */
export function ForeignWords({
  sentence,
  words,
  language,
}: {
  sentence: string
  words: string
  language?: Language
}) {
  const [before, ...after] = sentence.split(words)
  if (!language || after.length !== 1) return sentence
  return (
    <>
      {before}
      <span lang={language}>{words}</span>
      {after}
    </>
  )
}
