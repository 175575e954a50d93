import { useNavigation } from '@remix-run/react'
import { Fragment, useRef, useState } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { ErrorText, Field } from '~/components/forms/field'
import { useAnnounced } from '~/components/site/announcer'
import { ToastOr, UndoButton, WithoutScripts } from '~/components/site/notice'
import { draftIntent } from '~/components/site/press'
import { Attaching, filesKeyOf, hasFiles } from '~/components/tickets/attaching'
import { withFiles } from '~/components/tickets/attachment-field'
import { ChosenFiles } from '~/components/tickets/chosen-files'
import { bodyOf, onEnter } from '~/components/tickets/composer'
import { SavedReplies } from '~/components/tickets/saved-replies'
import { ToolMark } from '~/components/tickets/tool'
import { VisitorPresence } from '~/components/tickets/visitor-presence'
import type { FormAnswer } from '~/domain/forms/forms'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import { type Sent, useDraft, useIsNote, useLeftUnsent, useUnfolded } from './draft'
import { useKeptDraft } from './keep-draft'
import type { KeptDraft } from './kept-draft.server'
import { NoteTools } from './note-tools'
import { Question } from './question'
import { NoMailNotice, Reach } from './reach'
import { Snooze } from './snooze'
import type { MoveEvent, TicketThread } from './thread-page.server'

/** Without scripts the page begins at its top. */
const focused = { tabIndex: -1, autoFocus: true }

/** A held ticket has its buttons above, and blocking is rare. */
const isBelow = (move: MoveEvent) => move === 'solve' || move === 'reopen'

/** One form for replies, notes and moves, so that no button loses the text. */
export function Reply({
  ticket,
  timeZone,
  now,
  address,
  answer: answered,
}: {
  ticket: TicketThread
  timeZone: string
  now: Date
  address: string
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const action = useAtDesk()(localizedPath(address, language))
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<Sent>({ body: '', focused: null })
  // Later ones are this page's own.
  const [kept] = useState(ticket.draft)
  const answer: TicketsAnswer | undefined = answered ?? withDraft(ticket.takenBack, kept)
  const { key, seen = ticket.shownSeq } = useDraft(ticket, answered, form, sent, kept)
  const notKept = useKeptDraft(form, {
    ...{ action, key, before: kept, back: ticket.takenBack?.typed.body },
  })
  useAnnounced(notKept?.errors.form)
  useLeftUnsent(ticket.number, form)
  useUnfolded(form)
  const isNote = useIsNote(form)
  // A form that is emptied names nobody in its folds.
  const [resets, setResets] = useState(0)
  // The answer's notice is about words that are no longer there.
  const [emptied, setEmptied] = useState<TicketsAnswer>()
  const { othersAnswer, othersStep, saved, canName } = ticket
  // What one has read before one opened the ticket is no news to who goes on writing.
  const [known] = useState(othersAnswer?.isRead ? othersAnswer.seq : 0)
  const [knownStep, setKnownStep] = useState(Number(othersStep?.at))
  const news = othersAnswer && othersAnswer.seq > Math.max(seen, known) && othersAnswer.text
  const step = othersStep && Number(othersStep.at) !== knownStep && `${othersStep.text}.`
  const what = t(ticket.canReply && !isNote ? 'tickets:reply' : 'thread:note')
  const presses = [
    ...(ticket.assigned ? [ticket.assigned.press] : []),
    ...ticket.moves.filter(isBelow).map((move) => {
      return { intent: move, label: t(`tickets:${move}`) }
    }),
  ]
  return (
    <DeskForm
      className="reply"
      id="reply"
      place="newest"
      encType={withFiles}
      action={action}
      ref={form}
      onKeyDown={onEnter}
      onReset={() => setResets(resets + 1)}
      onSubmit={() => {
        setKnownStep(Number(othersStep?.at))
        const body = bodyOf(form.current)?.value ?? ''
        sent.current = { body, focused: document.activeElement }
      }}
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="moveKey" value={ticket.key} />
      <input type="hidden" name="seen" value={seen} />
      {ticket.assigned && (
        <input type="hidden" name="assigneeShown" value={ticket.assigned.choice.chosen} />
      )}
      <input type="hidden" name="named" value={answer?.named?.uids ?? answer?.typed.named ?? ''} />
      {answer?.done && (
        <ToastOr text={answer.done} undo={undoIn(action, answer)} at={answer}>
          <p className="banner" {...focused}>
            {answer.done}
            {answer.undo && <UndoButton value={answer.undo} />}
          </p>
        </ToastOr>
      )}
      <ErrorText error={answer?.errors.form} />
      <div className="upper">
        {answer && emptied !== answer && <Question ticket={ticket} answer={answer} />}
        <div className="around">
          {ticket.assigned && (
            <p className="presence quiet" role="status">
              {ticket.others}
            </p>
          )}
          <VisitorPresence
            number={ticket.number}
            name={ticket.visitorName || t('ledger:visitor')}
            now={ticket.visitorIs}
            shared={Boolean(ticket.assigned)}
          />
        </div>
        {ticket.assigned && (
          <p className="presence answered" role="status">
            {[news, step].filter(Boolean).join(' ')}
          </p>
        )}
        {ticket.state === 'closed' && <p className="quiet">{t('tickets:closedHint')}</p>}
        {ticket.canName && <small>{ticket.canName.text}</small>}
        {ticket.canReply && !ticket.noMail && (
          <Reach key={resets} ticket={ticket} answer={answer} />
        )}
        <NoMailNotice ticket={ticket} timeZone={timeZone} />
      </div>
      <div className="tools">
        {ticket.canReply && (
          <SavedReplies {...{ saved, canName, form, answer }} locale={answerLanguage(ticket)} />
        )}
        <Attaching form={form} answer={answer} />{' '}
        <NoteTools form={form} attached={hasFiles(answer)} canReply={ticket.canReply && isNote} />{' '}
        <WithoutScripts>
          <button
            className="plain-button tool"
            name="intent"
            value={draftIntent}
            title={t('tickets:keepDraft')}
          >
            <ToolMark tool="draft">{t('tickets:keepDraft')}</ToolMark>
          </button>
        </WithoutScripts>{' '}
        {ticket.canReply && (
          <button className="plain-button to-guest" name="intent" value="reply-solve">
            {t('tickets:sendAndSolve')}
          </button>
        )}
      </div>
      <ChosenFiles key={`chosen ${filesKeyOf(answer)}`} />
      {notKept && (
        <p className="error">
          <span>
            {notKept.errors.form} {notKept.signedOut && <a href={action}>{t('layout:signIn')}</a>}
          </span>
        </p>
      )}
      <Uploading />
      {/* What is above unfolds upwards: from here on nothing moves. */}
      <Field
        multiline
        name="body"
        label={what}
        placeholder={what}
        answer={answer}
        onInput={({ currentTarget }) => !currentTarget.value && setEmptied(answer)}
      />
      {ticket.canReply && (
        <div className="deeds">
          <button className="button" name="intent" value="reply">
            {t('tickets:sendReply')}
          </button>
        </div>
      )}
      <div className="tools acts">
        {presses.map(({ intent, label }) => (
          <Fragment key={intent}>
            <button className="plain-button" name="intent" value={intent}>
              {label}
            </button>{' '}
          </Fragment>
        ))}
        <Snooze ticket={ticket} timeZone={timeZone} now={now} answer={answer} />
      </div>
    </DeskForm>
  )
}

/** The form with a draft, among whom its words are addressed to if they were taken back. */
function withDraft(back: FormAnswer | undefined, draft: KeptDraft | undefined) {
  if (!draft) return back
  const typed = { ...back?.typed, body: draft.body }
  return { intent: '', errors: {}, ...back, typed }
}

function undoIn(action: string, { undo }: TicketsAnswer) {
  return undo ? { action, value: undo } : undefined
}

function Uploading() {
  const { t } = useTranslation()
  const sent = useNavigation().formData?.getAll('files') ?? []
  const uploads = sent.some((file) => typeof file !== 'string' && file.size > 0)
  const sending = t('thread:files.sending')
  useAnnounced(uploads ? sending : undefined)
  if (!uploads) return null
  return (
    <p className="quiet uploading">
      {sending} <progress aria-label={sending} />
    </p>
  )
}
