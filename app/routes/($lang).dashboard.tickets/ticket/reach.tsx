import { useState } from 'react'
import { Field } from '~/components/forms/field'
import { AddressText } from '~/components/site/address-text'
import { ConfirmLink } from '~/components/site/confirm-link'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import { boxesIn } from './answer-typed'
import type { TicketThread } from './thread-page.server'

/** Whom an answer reaches. */
export function Reach(props: { ticket: TicketThread; answer?: TicketsAnswer }) {
  const { aboutLetter } = props.ticket
  return (
    <>
      <div className="reach">
        <AnswerTo {...props} /> <OtherCopies {...props} />{' '}
        {aboutLetter && (
          <p className="quiet to-guest from" title={aboutLetter}>
            <AddressText text={aboutLetter} />
          </p>
        )}
      </div>
      <Copies {...props} />
    </>
  )
}

/** Where an e-mail names another address for answers, a member chooses. */
function AnswerTo({ ticket, answer }: { ticket: TicketThread; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  const { answerTo, isByMail } = ticket
  const [email, ...others] = answerTo
  if (others.length === 0) {
    const kind = email ? (isByMail ? 'mail' : 'chat') : isByMail ? 'nobody' : 'page'
    const text = t(`tickets:answerTo.${kind}`, { email })
    return (
      <p className={kind === 'nobody' ? 'quiet to-guest stays' : 'quiet to-guest'}>
        <AddressText text={text} />
      </p>
    )
  }
  return (
    <label className="to-guest stays">
      {t('tickets:answerTo.choose')}{' '}
      <select name="to" defaultValue={answer?.typed.to || email}>
        {answerTo.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

/**
 * Who else is in the conversation: with a tick, they get the answer without the link. Those who had the last one are
 * ticked, unless a form that was sent has it otherwise.
 */
function Copies({ ticket, answer }: { ticket: TicketThread; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  if (ticket.copies.length === 0) return null
  const ticked = answer?.typed.key ? boxesIn(answer.typed) : ticket.copied
  return (
    <div className="copies">
      {ticket.copies.map((address, index) =>
        ticket.copyStops.includes(address) ? (
          <p key={address} className="quiet to-guest">
            <AddressText text={t('tickets:copyStopped', { address })} />
          </p>
        ) : (
          <label key={address} className="tick to-guest">
            <input
              type="checkbox"
              name={`copy${index}`}
              value={address}
              defaultChecked={ticked.includes(address)}
            />{' '}
            <span>
              <AddressText text={t('tickets:copies', { addresses: address })} />
            </span>
          </label>
        ),
      )}
    </div>
  )
}

/** A copy of what the guest gets by e-mail: not where nothing goes to them. Folded, it names whom it goes to. */
function OtherCopies({ ticket, answer }: { ticket: TicketThread; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(answer?.typed.cc)
  if (ticket.answerTo.length === 0 && !answer?.typed.cc) return null
  const [first, ...others] = typed?.match(/[^,;\s]+/g) ?? []
  return (
    <details
      className="cc to-guest"
      open={Boolean(answer?.typed.cc || answer?.errors.cc) || undefined}
      onToggle={({ currentTarget }) => setTyped(currentTarget.querySelector('input')?.value)}
    >
      <summary title={typed}>
        {t('tickets:cc.add')}
        {first && (
          <span className="named">
            : <span className="one-line">{first}</span>
            {others.length > 0 && ` ${t('tickets:cc.others', { count: others.length })}`}
          </span>
        )}
      </summary>
      <Field
        name="cc"
        label={t('tickets:cc.label')}
        hint={t('tickets:cc.hint')}
        inputMode="email"
        autoComplete="off"
        answer={answer}
      />
    </details>
  )
}

export function NoMailNotice({ ticket, timeZone }: { ticket: TicketThread; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { noMail } = ticket
  if (!noMail) return null
  const until = 'until' in noMail && noMail.until
  const at = until ? formatDateTime(new Date(until), language, timeZone) : ''
  return (
    <p className="quiet to-guest">
      {t(`tickets:noMail.${noMail.why}`, { at, code: 'code' in noMail ? noMail.code : '' })}{' '}
      {noMail.why === 'unverified' && <ConfirmLink text={t('tickets:noMail.verify')} />}
    </p>
  )
}
