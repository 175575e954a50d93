import { domainOf } from '../text/email'
import {
  addressesIn,
  type Envelope,
  type Headers,
  passedMailboxes,
  type ReadLetter,
} from './letters'

/** Source: RFC 3834 §2 and §5, RFC 2919, RFC 2369; what Exchange and old responders set. */
export function authorOf(
  headers: Headers,
  subject: string,
  { from, to }: Pick<Envelope, 'from' | 'to'>,
): Pick<ReadLetter, 'author' | 'answerable'> {
  const has = (name: string, pattern = /./) =>
    headers.some(({ key, value }) => key === name && pattern.test(value))
  const submitted = has('auto-submitted') && !has('auto-submitted', /^\s*no\b/i)
  const isNoted =
    submitted ||
    has('precedence', /^\s*(bulk|list|junk|auto_reply)\b/i) ||
    has('list-id') ||
    has('x-auto-response-suppress', /\b(all|oof|autoreply)\b/i)
  const isProgram =
    from === '' ||
    has('return-path', /^\s*<\s*>/) ||
    has('content-type', /^\s*multipart\/report\b/i) ||
    has('from', /\b(mailer-daemon|postmaster)@/i) ||
    has('auto-submitted', /^\s*auto-(replied|notified)\b/i) ||
    has('precedence', /^\s*auto_reply\b/i) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => has(name)) ||
    isAbsence(subject, isNoted, has('in-reply-to') || has('references')) ||
    (submitted && !isPassedOn(headers, to))
  if (isProgram) return { author: 'program', answerable: false }
  const isMany =
    has('precedence', /^\s*(bulk|junk)\b/i) ||
    (has('list-id') && has('list-unsubscribe') && !has('list-post'))
  return { author: isMany ? 'many' : 'person', answerable: !isNoted }
}

/** How programs begin the subject of a reply; people do so, too, but mostly without a colon. */
const absence =
  /^\s*(automatic reply|auto(?:matic)?[- ]?(?:reply|response|replied|antwort)|autoreply|automatische antwort|abwesenheit|abwesend|ich bin (?:derzeit )?nicht|out of (?:the )?office|vacation|réponse automatique|absence|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|afwezig|automatisk(?:t)? svar|autosvar|odpowiedź automatyczna|automatická odpověď|автоответ)/i

/** A person's word with a colon, too: a program's where it replies. */
const spoken = /^\s*(abwesenheit|abwesend|vacation|absence)\s*:/i

function isAbsence(subject: string, isNoted: boolean, isReply: boolean): boolean {
  const [begins] = absence.exec(subject) ?? []
  if (begins === undefined) return false
  const isMarked = /^\p{L}*\s*:/u.test(subject.slice(begins.length))
  return isNoted || (isMarked && (isReply || !spoken.test(subject)))
}

/**
 * Whether a mailbox, a list or a form stands between its writer and us: their rules mark as automatic
 * what a person wrote.
 */
function isPassedOn(headers: Headers, to: readonly string[]): boolean {
  const valuesOf = (name: string) =>
    headers.filter(({ key }) => key === name).flatMap(({ value }) => addressesIn(value))
  if (rules.some((name) => headers.some(({ key }) => key === name))) return true
  const named = [...valuesOf('to'), ...valuesOf('cc')]
  const passed = passedMailboxes(headers)
  const isOurs = (address: string) => to.some((each) => each.toLowerCase() === address)
  if (to.length > 0 && named.length > 0) {
    if (!named.some(isOurs) || passed.some((each) => !isOurs(each))) return true
  }
  const [[from], [replyTo]] = [valuesOf('from'), valuesOf('reply-to')]
  return from !== undefined && replyTo !== undefined && domainOf(from) !== domainOf(replyTo)
}

const rules = [
  ...['resent-from', 'resent-to', 'x-forwarded-for', 'autoforwarded', 'list-post'],
  ...['x-ms-exchange-inbox-rules-loop', 'x-ms-exchange-generated-message-source'],
]
