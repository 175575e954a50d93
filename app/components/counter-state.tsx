import type { TFunction } from 'i18next'
import type { Presence } from '~/domain/desks'
import { useTranslation } from '~/i18n/translation'

/** A dot and a sentence: the dot is full while somebody is there. */
export function CounterState({ presence }: { presence: Presence }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={presence.here ? 'dot here' : 'dot'} />
      {presence.here ? t('counter.here') : t('counter.away')}
    </>
  )
}

/** The whole sentence, as a live page puts it behind the dot. */
export function counterText(t: TFunction, presence: Presence): string {
  return `${presence.here ? t('counter.here') : t('counter.away')} ${replyText(t, presence)}`
}

/** By when an answer may be expected, from how long answers have taken so far; nothing is promised. */
export function replyText(t: TFunction, { here, usualReply }: Presence): string {
  if (!here) return t('counter.awayHint')
  if (usualReply === undefined) return t('counter.soon')
  const minutes = roundUp(usualReply / 60_000)
  if (minutes <= 60) return t('counter.replies', { count: minutes })
  const hours = Math.ceil(usualReply / 3_600_000)
  return hours <= 12 ? t('counter.repliesHours', { count: hours }) : t('counter.repliesLater')
}

/** Minutes as one says them: 1, 2, 5, then in fives. */
function roundUp(minutes: number): number {
  if (minutes <= 2) return Math.max(1, Math.ceil(minutes))
  return Math.ceil(minutes / 5) * 5
}
