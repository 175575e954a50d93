import { Fragment } from 'react'
import type { Priority } from '~/domain/tickets/filters'
import type { SnippetPart } from '~/domain/tickets/search'
import type { Ticket } from '~/domain/tickets/tickets'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { FoundWords } from './found-words'

/** Absent fields have their default. */
export interface LedgerLine extends Pick<Ticket, 'number' | 'locale'> {
  /** Their name, else their e-mail address; empty for neither. */
  visitor: string
  /** Of an e-mail or a declaration: it heads the row. */
  subject?: string
  /** The newest words: the visitor's while they wait, else the answer; where its writer is unknown, what the ticket is about. */
  words: string
  /** The member who wrote them. */
  by?: string
  /** How long they have waited, until when it is put off, or when it was changed. */
  since: string
  priority?: Exclude<Priority, 'normal'>
  tags?: string[]
  /** Where several people answer. */
  assignee?: { name: string; initials: string }
  fresh?: true
  /** Back from a snooze, and looked at by nobody since. */
  woken?: true
  /** Whether who looks has begun to write there. */
  draft?: true
  /** The promised time is past or near. */
  pressing?: true
  /** In words, in a list of tickets in several states. */
  state?: string
  /** The text that a search matched; otherwise the newest message is shown. */
  found?: SnippetPart[]
  /** The message in which it did. */
  foundSeq?: number
}

/** `address` returns a line's link; with a `form` id, lines have a tick for `chosen`, which is set for those in `ticked`. */
export function Ledger({
  lines,
  chosen,
  address,
  form,
  ticked,
}: {
  lines: LedgerLine[]
  chosen?: number
  address: (line: LedgerLine) => string
  form?: string
  ticked?: readonly number[]
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const visitor = (line: LedgerLine) => line.visitor || t('ledger:visitor')
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
                defaultChecked={ticked?.includes(line.number)}
              />
            </label>
          )}
          <AppLink to={address(line)} aria-current={line.number === chosen || undefined}>
            <span className="who" lang={line.subject && line.locale}>
              {`${line.number} · ${line.subject ?? visitor(line)}`}
            </span>{' '}
            <span className={line.pressing ? 'since long' : 'since'}>{line.since}</span>{' '}
            <span className={line.fresh ? 'latest new' : 'latest'} lang={line.locale}>
              {/* In a line that is there, so that none moves while its writer types. */}
              {line.draft && (
                <>
                  <span className="draft" lang={language}>
                    {t('ledger:draft')}
                  </span>{' '}
                </>
              )}
              <span className="said">
                {line.subject && <b>{visitor(line)}</b>}
                {line.subject && (line.found || line.words) && ' – '}
                {line.by && !line.found && (
                  <bdi lang={language}>{t('ledger:by', { name: line.by })} </bdi>
                )}
                {line.found ? <FoundWords parts={line.found} /> : line.words}
              </span>
            </span>{' '}
            {(line.woken || line.state || line.priority || line.tags || line.assignee) && (
              <span className="marks">
                {line.woken && <span className="woken">{t('ledger:woken')}</span>}{' '}
                {line.state && <span>{line.state}</span>}{' '}
                {line.assignee && <abbr title={line.assignee.name}>{line.assignee.initials} </abbr>}
                {line.priority && (
                  <span className={`priority ${line.priority}`}>
                    {t(`ledger:priorityIs.${line.priority}`)}
                  </span>
                )}
                {line.tags?.map((tag) => (
                  <Fragment key={tag}>
                    {' '}
                    <span className="label">{tag}</span>
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
