import { join } from 'node:path'
import { type Connection, connect } from '~/adapters/sqlite/database/connection.server'
import { migrate } from '~/adapters/sqlite/migrations/migrate.server'
import { newDesk } from '~/domain/desks/desks'
import { searchText } from '~/domain/text/search-folding'
import { tagKey } from '~/domain/tickets/tags'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { serverSecret } from './test-server'

export const owner = { uid: 'owner', email: 'owner@example.com' }

/** Lists by member are of a desk where several people answer. */
const colleague = { uid: 'colleague', email: 'colleague@example.com' }

/** Notes name the owner in one of so many tickets; the newest ones have drafts. */
const [mentionEach, drafts] = [5, 50]

/** What is looked for: a word of five tickets, one of every third message, one of every fourth. */
export const words = { rare: 'Zimtschnecke', common: 'Bestellung', second: 'Lieferung' }

export const tags = { common: 'Rechnung', rare: 'Beschwerde' }

const messagesEach = 8

/** The desk's part of the ids in `search_texts`. */
const searchPlace = 1

/**
 * Of the newest tickets, however many there are: they fill a page of each list, that of ratings too, and
 * each day of the fortnight has some. The closed ones among them are rated and have the common tag.
 */
const filling = 125
/** Of visitors who rated no ticket, within four weeks. */
const freeFeedback = 200
const listed = ['open', 'waiting', 'closed', 'held'] as const

const day = 86_400_000
const years = 3 * 365 * day

const vocabulary =
  `guten Tag hallo danke bitte heute morgen Termin Kuchen Brot Torte Abholung Filiale Uhr Samstag Preis
  Angebot Karte Gruppe Tisch Personen Frage Antwort leider gerne vielleicht Adresse Telefon Rechnung
  hello thanks please today tomorrow appointment cake bread pickup shop opening hours Saturday price
  offer card group table people question answer unfortunately gladly maybe address phone invoice`
    .split(/\s+/)
    .filter(Boolean)

/** Numbers from 0 to 1 that are the same in each run (a linear congruential generator, Numerical Recipes). */
function chances(): () => number {
  let state = 2_024
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Writes a database with one desk of so many messages, spread over three years, straight into SQLite. */
export function writeDesk(folder: string, messages: number, now: Date): void {
  const file = join(folder, 'tresen.sqlite')
  const connection = connect(file)
  migrate(connection, file)
  connection.exec('pragma synchronous = off')
  const { id: deskId } = addDesk(connection, now)
  const add = ticketWriter(connection, deskId, now)
  const tickets = Math.ceil(messages / messagesEach)
  for (let number = 1; number <= tickets; number += 1) {
    if (number % 2_000 === 1) connection.exec('begin')
    add(number, tickets)
    if (number % 2_000 === 0 || number === tickets) connection.exec('commit')
  }
  addFreeFeedback(connection, deskId, now)
  connection.prepare('update desks set last_number = ?').run([tickets])
  connection.exec(derived)
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
}

/** What the stores keep in the commit of what it is derived from. */
const derived = `
update tickets set
  done_at = (select max(at) from ticket_history
    where ticket_id = tickets.id and kind in ('solve', 'close')),
  rated_at = (select created_at from feedback
    where ticket_id = tickets.id and feedback.kind = 'ticket');
insert into desk_counts select desk_id, 'state', state, '', count(*) from tickets
  group by desk_id, state;
insert into desk_counts select desk_id, 'assignee', state, assignee, count(*) from tickets
  where assignee is not null group by desk_id, state, assignee;
insert into desk_counts select ticket_tags.desk_id, 'tag', tag_key, tag, count(*) from ticket_tags
  join tickets on tickets.id = ticket_id
  where state <> 'held' group by ticket_tags.desk_id, tag_key, tag;
insert into search_index (search_index) values ('optimize');
`

function addDesk(connection: Connection, now: Date) {
  const desk = newDesk(owner.uid, now)
  const at = now.getTime()
  const columns = ['uid', 'email', 'email_key', 'email_verified', 'locale', 'created_at']
  const account = insert(connection, 'accounts', columns)
  for (const { uid, email } of [owner, colleague]) account(uid, email, email, 1, 'de', at)
  const people = { [owner.uid]: { name: 'Mara' }, [colleague.uid]: { name: 'Jonas' } }
  const own = 'id owner_uid public_key name greeting time_zone people created_at search_place'
  const values = [desk.id, desk.ownerUid, desk.publicKey, 'Bäckerei', '{}', 'Europe/Berlin']
  const more = [JSON.stringify(people), at, searchPlace]
  insert(connection, 'desks', own.split(' '))(...values, ...more)
  const named = ['desk_id', 'uid', 'kind', 'reader', 'name', 'joined_at', 'chosen_at']
  const member = insert(connection, 'members', named)
  member(desk.id, owner.uid, 'manager', desk.id, 'Mara', at, at)
  member(desk.id, colleague.uid, 'colleague', colleague.uid, 'Jonas', at, at)
  return desk
}

/** As much at each size: what a CSV of it takes, takes as long. */
function addFreeFeedback(connection: Connection, deskId: string, now: Date): void {
  const { feedback } = writersOf(connection)
  for (let number = 0; number < freeFeedback; number += 1) {
    const at = now.getTime() - 3_600_000 - Math.floor((27 * day * number) / freeFeedback)
    const given = [(number % 5) + 1, 'Sehr freundlich', 'de', '', 'shown', at, at]
    feedback(`free-${number}`, deskId, 'free', `free-${number}`, null, null, ...given)
  }
}

/** Inserts a row into the table; returns its id. */
function insert(connection: Connection, table: string, columns: string[]) {
  const places = columns.map(() => '?').join()
  const statement = connection.prepare(
    `insert into ${table} (${columns.join()}) values (${places})`,
  )
  return (...values: unknown[]) => statement.run(values).lastInsertRowid
}

/** The secret of a ticket's link, by its number. */
export function secretOf(deskId: string, number: number): string {
  return ticketSecret(serverSecret, deskId, `start-${number}`)
}

function ticketWriter(connection: Connection, deskId: string, now: Date) {
  const chance = chances()
  const some = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(chance() * values.length)] as Value
  const tables = writersOf(connection)

  function body(number: number, total: number, seq: number): string {
    const said = Array.from({ length: 14 }, () => some(vocabulary))
    if (chance() < 1 / 3) said[3] = words.common
    if (chance() < 1 / 4) said[9] = words.second
    if (seq === 1 && number % Math.ceil(total / 5) === 0) said[5] = words.rare
    // A word of its own in every message, as names, numbers and places are.
    said[7] = `Nr${Math.floor(chance() * 1e9).toString(36)}`
    return said.join(' ')
  }

  return (number: number, total: number) => {
    const id = `ticket-${String(number).padStart(9, '0')}`
    const fills = total - number < filling
    const evenly = (years * (total - number)) / total
    const age = fills ? Math.min(evenly, (13 * day * (total - number)) / filling) : evenly
    const begun = now.getTime() - 3_600_000 - Math.floor(age)
    const luck = chance()
    const state = fills
      ? (listed[number % listed.length] ?? 'open')
      : luck < 0.02
        ? 'open'
        : luck < 0.05
          ? 'waiting'
          : luck < 0.06
            ? 'snoozed'
            : luck < 0.1
              ? 'solved'
              : luck < 0.98
                ? 'closed'
                : 'held'
    const ended = state === 'solved' || state === 'closed'
    const changed = Math.min(begun + Math.floor(chance() * 2 * day), now.getTime() - 1_000)
    const replied = begun + Math.floor((changed - begun) * chance())
    const later = now.getTime() + 90 * day
    const own = [
      ...(chance() < 0.3 || (fills && ended) ? [tags.common] : []),
      ...(number % Math.ceil(total / 12) === 0 ? [tags.rare] : []),
      ...(chance() < 0.1 ? [some(['Lob', 'Ware', 'Termin', 'invoice'])] : []),
    ]
    const name = `${some(['Vera', 'Jan', 'Ayşe', 'Mary', 'Tom'])} ${some(['Müller', 'Smith', 'Lind'])}`
    const bodies = Array.from({ length: messagesEach }, (_, index) =>
      body(number, total, index + 1),
    )
    tables.ticket(
      id,
      deskId,
      number,
      `start-${number}`,
      secretHash(secretOf(deskId, number)),
      state,
      'de',
      name,
      `visitor-${number}@example.com`,
      `visitor-${number}@example.com`,
      bodies[0]?.slice(0, 80),
      bodies.at(-1)?.slice(0, 80),
      messagesEach,
      messagesEach,
      messagesEach,
      state === 'open' ? changed : null,
      replied,
      begun,
      changed,
      fills && number % 3 === 0
        ? 'high'
        : some(['normal', 'normal', 'normal', 'normal', 'high', 'low']),
      JSON.stringify(own),
      state === 'snoozed' ? later : null,
      state === 'snoozed' || state === 'waiting' ? later : null,
      state === 'held' ? 'trap' : null,
      1,
      // A third each is the owner's, the colleague's and nobody's.
      [owner.uid, colleague.uid, null][number % 3],
    )
    if (number % mentionEach === 0) tables.mention(id, deskId, deskId, replied)
    if (total - number < drafts) tables.draft(id, deskId, deskId, id, 'Guten Tag', 0, 1, replied)
    for (const tag of own) tables.tag(id, deskId, tagKey(tag), tag)
    const firstText = (BigInt(searchPlace) << 47n) | (BigInt(number) << 20n)
    tables.text(firstText, deskId, id, null, number)
    tables.index(
      firstText,
      searchText([number, name, `visitor-${number}@example.com`, ...own].join(' ')),
    )
    for (const [index, said] of bodies.entries()) {
      const message = `${id}-${index}`
      const author = index % 2 === 0 ? 'visitor' : 'owner'
      const at = begun + Math.floor(((changed - begun) * index) / messagesEach)
      tables.message(message, id, index + 1, message, author, 'text', said, 'de', at)
      const text = firstText + BigInt(index + 1)
      tables.text(text, deskId, id, message, null)
      tables.index(text, searchText(said))
      if (chance() < 0.01) {
        tables.file(message, deskId, message, 0, id, 'cake.webp', 'image/webp', 9_000, message, at)
      }
    }
    tables.history(id, begun, 'visitor', 'started', '')
    tables.history(id, replied, 'owner', 'owner-replies', 'waiting')
    if (ended) tables.history(id, changed, 'owner', 'solve', 'solved')
    if (state === 'closed') tables.history(id, changed, 'desk', 'close', 'closed')
    if (ended && (fills || chance() < 0.3)) {
      const rating = some([1, 2, 3, 4, 5, 5, 5])
      const comment = chance() < 0.3 ? 'Sehr freundlich' : ''
      const given = [id, number, rating, comment, 'de', '', 'shown', changed, changed]
      tables.feedback(`rating-${id}`, deskId, 'ticket', id, ...given)
    }
  }
}

function writersOf(connection: Connection) {
  const ticket = `id desk_id number start_key secret_hash state locale visitor_name visitor_email
    visitor_email_key title latest last_seq visitor_seen_seq owner_seen_seq waiting_since first_reply_at created_at updated_at
    priority tags snoozed_until timer_at held_for dealt_with
    assignee`
  const message = 'id ticket_id seq client_key author kind body locale created_at'
  const file = 'id desk_id message_id position ticket_id name type size sent_hash created_at'
  const feedback = `id desk_id kind create_key ticket_id number rating comment locale email state
    created_at updated_at`
  const writer = (table: string, columns: string) => insert(connection, table, columns.split(/\s+/))
  const attachment = writer('attachments', `${file} file`)
  return {
    ticket: writer('tickets', ticket),
    tag: writer('ticket_tags', 'ticket_id desk_id tag_key tag'),
    text: writer('search_texts', 'id desk_id ticket_id message_id number'),
    index: writer('search_index', 'rowid words'),
    message: writer('messages', message),
    file: (...values: unknown[]) => attachment(...values, values[0]),
    history: writer('ticket_history', 'ticket_id at actor kind detail'),
    mention: writer('mentions', 'ticket_id reader desk_id mentioned_at'),
    draft: writer('drafts', 'ticket_id reader desk_id key body is_note seen saved_at'),
    feedback: writer('feedback', feedback),
  }
}
