import { Fragment } from 'react'
import type { SnippetPart } from '~/domain/tickets/search'
import type { Ticket } from '~/domain/tickets/tickets'
import { formatDateTime, formatRecent, formatSpan } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export type LedgerLine = Pick<
  Ticket,
  | 'number'
  | 'visitorName'
  | 'locale'
  | 'waitingSince'
  | 'snoozedUntil'
  | 'updatedAt'
  | 'priority'
  | 'tags'
> & {
  /** The visitor's newest words while they wait, else what the ticket is about. */
  words: string
  fresh: boolean
  /** The promised time is past or near. */
  pressing: boolean
  /** Shown in place of the newest message: where a search matched. */
  found?: SnippetPart[]
}

const minute = 60_000

/** `address` returns a number's link; with a `form` id, lines have a tick for `chosen`. */
export function Ledger({
  lines,
  chosen,
  address,
  now,
  timeZone,
  form,
  ticked = false,
}: {
  lines: LedgerLine[]
  chosen?: number
  address: (number: number) => string
  now: Date
  timeZone: string
  form?: string
  ticked?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ul className="ledger">
      {lines.map((line) => (
        <li key={line.number}>
          {form && (
            <label className="pick">
              <span className="visually-hidden">
                {t('ledger:choosePick', { number: line.number })}
              </span>
              <input
                type="checkbox"
                form={form}
                name="chosen"
                value={line.number}
                defaultChecked={ticked}
              />
            </label>
          )}
          <AppLink to={address(line.number)} aria-current={line.number === chosen || undefined}>
            <span className="who">
              {line.number} · {line.visitorName || t('ledger:visitor')}
            </span>{' '}
            <Since line={line} now={now} timeZone={timeZone} />{' '}
            <span className={line.fresh ? 'latest new' : 'latest'} lang={line.locale}>
              {line.found
                ? line.found.map(({ text, hit }, index) => {
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their place, and never move
                    return hit ? <mark key={index}>{text}</mark> : text
                  })
                : line.words}
            </span>{' '}
            {(line.priority !== 'normal' || line.tags.length > 0) && (
              <span className="marks">
                {line.priority !== 'normal' && (
                  <span className={`priority ${line.priority}`}>
                    {t(`ledger:priorityIs.${line.priority}`)}
                  </span>
                )}
                {line.tags.map((tag) => (
                  <Fragment key={tag}>
                    {' '}
                    <span>{tag}</span>
                  </Fragment>
                ))}
              </span>
            )}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Since({ line, now, timeZone }: { line: LedgerLine; now: Date; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { waitingSince, snoozedUntil, updatedAt, pressing } = line
  if (!waitingSince) {
    const at = snoozedUntil
      ? formatDateTime(snoozedUntil, language, timeZone)
      : formatRecent(updatedAt, now, language, timeZone)
    return <span className="since">{at}</span>
  }
  const span = now.getTime() - waitingSince.getTime()
  return (
    <span className={pressing ? 'since long' : 'since'}>
      {span < minute ? t('ledger:now') : formatSpan(span, language)}
    </span>
  )
}
