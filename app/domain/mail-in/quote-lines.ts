/** Lines by which mail programs introduce what is not their writer's own, in the languages of Europe. */

/** Whether a line is marked as a quote; a row of a table ends with a bar, too. */
export function isMarked(line: string): boolean {
  if (line.startsWith('>')) return true
  const said = line.trimEnd()
  return said === '|' || (said.startsWith('| ') && !said.endsWith('|'))
}

/** RFC 3676 §4.3. */
export const signature = /^--[ \u00a0]$/

/** A line that only divides. */
export const rule = /^\s*[-_=*—–]{2,}\s*$/

/** What servers of mailing lists add, below a rule. */
export const listFooter = /mailing list|mailingliste/i

const originals = [
  /^original[- ]?(?:message|appointment|nachricht|bericht)/i,
  /^reply message|^message (?:d['’]origine|original)/i,
  /^urspr\S{1,3}ngliche (?:nachricht|mail|e-mail)/i,
  /^mensaje original|^messaggio originale|^mensagem original|^oorspronkelijk bericht/i,
  /^wiadomość oryginalna|^oryginalna wiadomość|^původní zpráva/i,
  /^ursprungligt meddelande|^oprindelig (?:meddelelse|besked)|^opprinnelig melding/i,
  /^alkuperäinen viesti|^исходное сообщение|^оригинальное сообщение/i,
  // Zoho
  /^on .{5,200} wrote\s*-/i,
]

/** Behind hyphens, as Outlook, Lotus, Samsung's and old webmailers write it. */
export function isOriginal(line: string): boolean {
  const [lead = ''] = /^[\s>*_-]+/.exec(line) ?? []
  return /[-_]{2}/.test(lead) && some(originals, line.slice(lead.length))
}

const forwards = [
  /^(?:begin )?forwarded (?:message|e-?mail)/i,
  /^(?:anfang der )?weitergeleiteten? (?:nachricht|e-?mail|mail)/i,
  /^(?:début du )?(?:message|courriel) (?:transféré|réexpédié)/i,
  /^(?:begin )?doorgestuurd bericht/i,
  /^(?:inicio del )?mensaje reenviado|^(?:inizio )?messaggio inoltrato/i,
  /^mensagem (?:re)?encaminhada/i,
  /^przekazana wiadomość|^wiadomość przekazana|^początek przekazywanej wiadomości/i,
  /^vidarebefordrat (?:meddelande|mejl)|^videresendt (?:besked|meddelelse|melding|e-mail)/i,
  /^přeposlaná zpráva|^пересылаемое сообщение|^пересланное сообщение/i,
]

/** What follows was sent on to be read: it is no quote. */
export function isForward(line: string): boolean {
  const [lead = ''] = /^[\s*_-]+/.exec(line) ?? []
  return some(forwards, line.slice(lead.length)) && (/[-_*]{2}/.test(lead) || /:\s*$/.test(line))
}

const devices = [
  /^(?:sent|written|posted) (?:from|with|via|using) /i,
  /^(?:get|download) outlook for /i,
  /^(?:von|aus) (?:meinem|meiner|unterwegs|der|mein) .{0,60}gesendet/i,
  /^gesendet (?:von|mit|aus|über|via) |^diese (?:nachricht|e-?mail|mail) wurde (?:von|mit) /i,
  /^(?:holen sie sich|laden sie) outlook für |^outlook für \S+ (?:beziehen|herunterladen)/i,
  /^envoyé (?:de|depuis|avec|à partir) |^(?:télécharge|obtene)[rz] outlook pour /i,
  /^enviado (?:desde|do|da|de|a partir) |^(?:obtener|obter|obtenha) (?:o )?outlook pa?ra /i,
  /^inviato (?:da|dal|con) |^(?:scarica|ottieni) outlook per /i,
  /^(?:verstuurd|verzonden) (?:vanaf|met|vanuit|via) |^outlook voor \S+ (?:downloaden|ophalen)/i,
  /^wysłan[eoy] (?:z|ze|przy) |^pobierz (?:aplikację )?outlook /i,
  /^(?:skickat|sendt) (?:från|fra|med) |^(?:skaffa|hent|få) outlook (?:för|til|for) /i,
  /^lähetetty |^odesláno |^отправлено (?:с|из) |^從我的 |^发自我的|^iphoneから/i,
]

/** A telephone's own line, or that of a mail service. */
export function isDevice(line: string): boolean {
  const said = line.trim()
  return said.length < 160 && some(devices, said.replace(/^\(/, ''))
}

const wrote =
  /(?<!\p{L})(?:wrote|writes|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|ha scritto|scrisse|escreveu|schreef|geschreven|napisał|napisała|pisze|napsala?|skrev|kirjoitti|írta|yazdı|написала?|пишет|пише|написав|a scris|έγραψε)(?!\p{L})/iu

const beginsDated = /^(?:on|am|le|el|il|op|em|w dniu|dnia|den|il giorno|dne)(?!\p{L})/iu
const address = /[^\s<>(["']@[^\s<>]/
const time = /\b\d{1,2}\s?[:.h]\s?\d{2}\b/
const day =
  /\b\d{4}\b|\b\d{1,2}[./-]\d{1,2}[./-]|\b\d{1,2}\.? (?:jan|feb|m[aä]r|apr|ma[iyj]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/i

/**
 * Whether a line, or several in one, is how a mail program introduces a quote. `clear`: nobody else
 * writes so, so that what follows needs no marks.
 */
export function introduces(text: string): false | 'perhaps' | 'clear' {
  const said = text.trim()
  if (said.length > 300) return false
  // Gmail once wrote no word: 2012/3/5 Name <address>.
  const isDated = /^\d{4}\/\d{1,2}\/\d{1,2} /.test(said)
  if (isDated && said.endsWith('>') && address.test(said)) return 'perhaps'
  if (/^(?:gesendet|quoting|zitat von|citando|citát)\b.{4,120}$/i.test(said)) return 'perhaps'
  const [hasAddress, hasDay, hasTime] = [address, day, time].map((each) => each.test(said))
  const hasWrote = wrote.test(said)
  const isWhole = /[:：]$/.test(said)
  if (hasDay && hasTime && hasAddress && (isWhole || (hasWrote && /\p{L}$/u.test(said))))
    return 'clear'
  if (!isWhole || !hasWrote) return false
  if (hasDay && (hasAddress || hasTime)) return 'clear'
  return hasAddress || hasDay || beginsDated.test(said) ? 'perhaps' : false
}

/** Whether a line may be the first of several that introduce a quote. */
export function mayIntroduce(line: string): boolean {
  return some([beginsDated, day, address, wrote], line.trim())
}

/** A header's fields, by what they say: sender, date, recipient, subject. */
const fields = [
  /^(?:from|von|de|da|van|od|från|fra|lähettäjä|от)\s?:/i,
  /^(?:sent|date|gesendet(?: am)?|datum|envoyé(?: le)?|enviado(?: el)?|fecha|inviato|data|verzonden|wysłano|wysłane|skickat|sendt|dato|lähetetty|отправлено|дата)\s?:/i,
  /^(?:to|an|à|para|a|aan|do|till|til|vastaanottaja|кому)\s?:/i,
  /^(?:subject|betreff|objet|asunto|oggetto|onderwerp|temat|ämne|emne|aihe|тема|assunto)\s?:/i,
]

/**
 * How many of an e-mail's sender, date, recipient and subject lines begin with, as Outlook quotes: 0
 * without a sender.
 */
export function headerFields(lines: readonly string[]): number {
  const block = lines.slice(0, 12).map((line) => line.replace(/^[\s*_]+/, ''))
  if (!some(fields, block[0] ?? '')) return 0
  const first = block.filter(Boolean).slice(0, 7)
  const found = fields.map((field) => first.some((each) => field.test(each)))
  return found[0] ? found.filter(Boolean).length : 0
}

/** What such lines say of its sender and subject. */
export function fieldsIn(lines: readonly string[]): { sender?: string; subject?: string } {
  const [sender, , , subject] = fields.map((field) =>
    lines
      .find((line) => field.test(line))
      ?.replace(field, '')
      .replace(/^[\s|]+/, ''),
  )
  return { sender, subject }
}

function some(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

/** Whether a subject says that an e-mail was sent on. */
export function isForwardedSubject(subject: string): boolean {
  return /^\s*(?:fwd?|wg|tr|rv|i|doorst|fs|vs|vb|pd|enc|videres|пересл)\s*:/i.test(subject)
}

/** Whether a subject says that an e-mail is a reply. */
export function isReplySubject(subject: string): boolean {
  return /^\s*(?:re|aw|antw|antwort|odp|r|res|resp|rif|sv|ynt|ha|отв)\s*(?:\[\d+\])?:/i.test(
    subject,
  )
}
