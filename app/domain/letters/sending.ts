import { type Letter, MailError, type Mailer } from '../outbox/mailer'
import { longestTry, type Mail, type MailChange, type MailStore, nextTry } from '../outbox/mails'
import { newId } from '../text/ids'
import type { TicketStore } from '../tickets/tickets'
import type { DecisionPorts } from './decision-ports'
import type { Decision, MailContent } from './mail-content'
import { decide } from './mail-decisions'
import { planMoved } from './moved-answers'

interface SendingPorts extends DecisionPorts {
  mailer: Mailer
}

export type Compose = (
  content: MailContent,
  key: string,
  how: { withFiles: boolean },
) => Promise<Letter>

/** That an e-mail is too large for the server. Source: RFC 1870 §6, RFC 3463 §3.4. */
const tooLarge = /^552\b|\b5\.(?:2\.3|3\.4)$/

const mostAtOnce = 50

export interface Run {
  compose: Compose
  clock(): Date
  /** Milliseconds until the next run. */
  ahead?: number
  goOn(): Promise<boolean>
  onFailure(mail: Mail, error: MailError): void
}

/**
 * Sends due e-mails; while the connection is down, tries one per run. Returns when the next one is due, if
 * that is before the next run.
 */
export async function sendDueMails(ports: SendingPorts, run: Run): Promise<Date | undefined> {
  const { clock, ahead = 0 } = run
  const until = new Date(clock().getTime() + ahead)
  for (const { key, dueAt } of await ports.mails.listDue(until, mostAtOnce)) {
    if (dueAt && dueAt > clock()) return dueAt
    if (!(await run.goOn())) return undefined
    const lineIsUp = await handle(ports, key, run)
    if (!lineIsUp) return undefined
  }
  return undefined
}

async function handle(ports: SendingPorts, key: string, run: Run): Promise<boolean> {
  const { clock } = run
  const { mails } = ports
  const attempt = newId(clock())
  const claimed = await mails.change(key, clock(), (mail) => claim(mail, attempt, clock()))
  if (claimed?.attempt !== attempt) return true
  const decision = await decide(ports, claimed, clock())
  if (decision.kind !== 'send') {
    await settle(mails, claimed, clock(), asDecided(decision, claimed))
    return true
  }
  if (claimed.deskId !== undefined && decision.join.length > 0) {
    await mails.join(claimed.deskId, decision.join, key, clock())
  }
  return send(ports, claimed, decision, run)
}

/** A claimed e-mail has not left; one handed over may have, and is not sent again. */
function claim(mail: Mail, attempt: string, now: Date): MailChange | undefined {
  if (!mail.dueAt || mail.dueAt > now) return undefined
  if (mail.state === 'handed-over') {
    return { state: 'uncertain', dueAt: undefined, attempt: undefined, problem: 'interrupted' }
  }
  const dueAt = new Date(now.getTime() + longestTry)
  return { state: 'claimed', dueAt, attempt, tries: mail.tries + 1 }
}

function asDecided(decision: Exclude<Decision, { kind: 'send' }>, { tries }: Mail): MailChange {
  return decision.kind === 'later'
    ? { state: 'due', dueAt: decision.at, tries: tries - 1, problem: decision.problem }
    : { state: 'dropped', dueAt: undefined, problem: decision.problem }
}

async function send(
  { mails, mailer, tickets }: SendingPorts,
  mail: Mail,
  { content, seq }: Extract<Decision, { kind: 'send' }>,
  { compose, clock, onFailure }: Run,
): Promise<boolean> {
  let left = false
  let hasFiles = false
  let failure: MailError | undefined
  let fault: unknown
  try {
    const withFiles = !tooLarge.test(mail.problem ?? '')
    const letter = await compose(content, mail.key, { withFiles })
    hasFiles = letter.files.length > 0
    await mailer.send(letter, async () => {
      const ours = await settle(mails, mail, clock(), { state: 'handed-over', seq }, true)
      if (!ours) throw new Overtaken()
      left = true
    })
    await forgetErased(mailer, tickets, content, letter)
  } catch (error) {
    if (error instanceof Overtaken) return true
    if (!(error instanceof MailError)) fault = error
    failure = fault
      ? new MailError(left ? 'uncertain' : 'unreachable', 'internal')
      : (error as MailError)
    // The next try leaves the files out.
    if (hasFiles && failure.failure === 'refused' && tooLarge.test(failure.code)) {
      failure = new MailError('deferred', failure.code)
    }
  }
  const sent: MailChange = { state: 'sent', dueAt: undefined, problem: undefined }
  const change = failure ? asFailed(failure, mail, clock()) : sent
  await settle(mails, mail, clock(), change)
  if (left && change.dueAt)
    await planMoved({ mails, tickets }, mail, content, change.dueAt, clock())
  if (failure) onFailure(mail, failure)
  if (fault) throw fault
  return failure?.failure !== 'unreachable'
}

/** An e-mail erased meanwhile leaves no file either. */
async function forgetErased(
  mailer: Mailer,
  tickets: TicketStore,
  content: MailContent,
  { deskId, recordIds }: Letter,
) {
  const entries = 'news' in content ? content.news : 'ticket' in content ? [content] : []
  for (const { ticket } of entries) {
    if (!recordIds.includes(ticket.id)) continue
    const { number } = ticket
    if (!(await tickets.find({ deskId, number }))) await mailer.forget(deskId, [ticket.id])
  }
}

class Overtaken extends Error {}

function asFailed({ failure, code }: MailError, { tries }: Mail, now: Date): MailChange {
  const over = { dueAt: undefined, problem: code } as const
  if (failure === 'uncertain') return { ...over, state: 'uncertain' }
  const dueAt = failure === 'refused' ? undefined : nextTry(tries, now)
  return dueAt ? { state: 'due', dueAt, problem: code } : { ...over, state: 'failed' }
}

/** Changes the e-mail while this try holds it; `holding` keeps the hold. */
async function settle(
  mails: MailStore,
  { key, attempt }: Mail,
  now: Date,
  change: MailChange,
  holding = false,
): Promise<boolean> {
  const settled = await mails.change(key, now, (mail) => {
    if (mail.attempt !== attempt) return undefined
    return holding ? change : { ...change, attempt: undefined }
  })
  return settled !== undefined
}
