import { Field, type Option } from '~/components/forms/field'
import { AddressText } from '~/components/site/address-text'
import { ToolSummary } from '~/components/tickets/tool'
import { languages, spoken } from '~/domain/text/languages'
import { excerpt } from '~/domain/tickets/messages'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

const answerLanguages = languages.map((each): Option => [each, spoken[each].name, each])

/** What is rare to do with a ticket. Part of the reply's form, so that no text is lost. */
export function MoreForTicket({
  page,
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  const asked = Boolean(errors.mergeWith || errors.splitFrom || typed.mergeWith)
  return (
    // A block closes it.
    <details className="over" open={asked || undefined} key={ticket.heldFor}>
      <ToolSummary tool="more">{t('tickets:organise.heading')}</ToolSummary>
      <div className="rare">
        <AppLink to={ticketsAddress(page.query, { ticket: ticket.number, print: true })}>
          {t('tickets:print')}
        </AppLink>{' '}
        <div className="with-button">
          <Field
            name="answerLocale"
            form="reply"
            label={t('tickets:answerLanguage.label')}
            defaultValue={ticket.answerLocale ?? 'page'}
            options={[['page', t('tickets:answerLanguage.page')], ...answerLanguages]}
            answer={answer}
          />
          <button
            className="button second"
            form="reply"
            name="intent"
            value="answer-language"
            aria-label={t('tickets:organise.saveLanguage')}
          >
            {t('tickets:organise.save')}
          </button>
        </div>{' '}
        {ticket.moves.includes('hold') && <Spam />}{' '}
        {ticket.moves.includes('block') && <Block ticket={ticket} />}{' '}
        <fieldset>
          <legend>{t('tickets:merge.heading')}</legend>
          <Field
            name="mergeWith"
            form="reply"
            label={t('tickets:merge.with')}
            hint={t('tickets:merge.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            answer={answer}
          />
          <button className="button second" form="reply" name="intent" value="merge">
            {t('tickets:merge.show')}
          </button>
        </fieldset>{' '}
        <SplitOff page={page} ticket={ticket} answer={answer} />
      </div>
    </details>
  )
}

/** For a message about another matter; the first one stays. */
function SplitOff({
  page: { timeZone },
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const guests = ticket.messages.filter(
    ({ author, kind, seq }) => author === 'visitor' && kind === 'text' && seq > 1,
  )
  if (guests.length === 0 || !ticket.canSplit) return null
  const options = [...guests].reverse().map(({ seq, body, attachments, createdAt }): Option => {
    const words = body || (attachments ?? []).map(({ name }) => name).join(', ')
    return [seq, `${excerpt(words, 60)} · ${formatDateTime(createdAt, language, timeZone)}`]
  })
  return (
    <fieldset>
      <legend>{t('tickets:split.heading')}</legend>
      <Field
        name="splitFrom"
        form="reply"
        label={t('tickets:split.from')}
        hint={t('tickets:split.hint')}
        options={options}
        answer={answer}
      />
      <label className="tick">
        <input type="checkbox" name="splitLater" form="reply" defaultChecked />{' '}
        <span>{t('tickets:split.later')}</span>
      </label>
      <button className="button second" form="reply" name="intent" value="split">
        {t('tickets:split.submit')}
      </button>
    </fieldset>
  )
}

function Spam() {
  const { t } = useTranslation()
  return (
    <div className="at-once">
      <h3>{t('tickets:spam.heading')}</h3>
      <p className="quiet">{t('tickets:spam.text')}</p>
      <button className="button second" form="reply" name="intent" value="hold">
        {t('tickets:spam.submit')}
      </button>
    </div>
  )
}

function Block({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation()
  const { visitorEmail: email } = ticket
  return (
    <div className="at-once">
      <h3>{t('tickets:block.heading')}</h3>
      <p className="quiet">
        <AddressText
          text={email ? t('tickets:block.withEmail', { email }) : t('tickets:block.withoutEmail')}
        />
      </p>
      <button className="button second" form="reply" name="intent" value="block">
        {t('tickets:block.submit')}
      </button>
    </div>
  )
}
