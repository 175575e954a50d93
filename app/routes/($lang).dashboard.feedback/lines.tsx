import { feedbackQuery } from '~/components/feedback/feedback-view'
import { Opinion } from '~/components/feedback/opinion'
import { DeskForm } from '~/components/forms/desk-form'
import { AddressText } from '~/components/site/address-text'
import { excerpt } from '~/domain/tickets/messages'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackLine, FeedbackRoom } from './loader.server'

export function Lines({ room }: { room: FeedbackRoom }) {
  const { t } = useTranslation()
  const { lines, next, view, timeZone } = room
  if (lines.length === 0) return <p>{t('feedback:nothingFound')}</p>
  return (
    <>
      <ul className="opinions">
        {lines.map((line) => (
          <Line key={line.id} line={line} timeZone={timeZone} />
        ))}
      </ul>
      {next && (
        <p>
          <AppLink to={`/dashboard/feedback${feedbackQuery(view, next)}#said`}>
            {t('feedback:more')}
          </AppLink>
        </p>
      )}
    </>
  )
}

function Line({ line, timeZone }: { line: FeedbackLine; timeZone: string }) {
  const { t } = useTranslation()
  const { number, email } = line
  return (
    <li>
      <Opinion given={line} timeZone={timeZone} />
      <div className="source">
        {number === undefined ? (
          <span className="quiet">
            <AddressText text={email || t('feedback:free')} />
          </span>
        ) : (
          <AppLink to={`/dashboard/tickets?ticket=${number}`}>
            {t('feedback:ticket', { number })}
          </AppLink>
        )}
        <Deeds line={line} timeZone={timeZone} />
      </div>
    </li>
  )
}

function Deeds({ line, timeZone }: { line: FeedbackLine; timeZone: string }) {
  const { t } = useTranslation()
  const day = formatDateTime(line.createdAt, useLanguage(), timeZone)
  const { id, kind, state, number, email, low } = line
  const reachable = number !== undefined || email !== undefined
  const what = `${excerpt(line.comment, 40) || email || t('feedback:free')}, ${day}`
  const named = (deed: string) => `${deed}: ${number === undefined ? what : number}`
  const open = t(number === undefined ? 'feedback:open' : 'feedback:reopen')
  const label = t(state === 'shown' ? 'feedback:hide' : 'feedback:show')
  const reopens = low && reachable && state === 'shown'
  if (!reopens && kind === 'ticket') return null
  return (
    <DeskForm place="said">
      <input type="hidden" name="id" value={id} />
      {reopens && (
        <button className="plain-button" name="intent" value="follow-up" aria-label={named(open)}>
          {open}
        </button>
      )}{' '}
      {kind === 'free' && (
        <button
          className="plain-button"
          name="intent"
          value={state === 'shown' ? 'hide' : 'show'}
          aria-label={named(label)}
        >
          {label}
        </button>
      )}
    </DeskForm>
  )
}
