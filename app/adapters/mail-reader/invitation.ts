import type { Attachment } from 'postal-mime'
import { convertIcsCalendar, type IcsCalendar, type IcsDateObject } from 'ts-ics'
import { cutTo } from '../../domain/text/ends'
import { nameLine } from '../../domain/text/single-line'
import type { Invitation } from '../../domain/tickets/invitations'
import { bytesOf } from './contents'

/** Bytes of a calendar file that is read: those with more are no invitation. */
const longestCalendar = 100_000

/** Characters of a text, and people who are named. */
const longestText = 200
const mostPeople = 20

const dayMs = 24 * 3_600_000

/** The first appointment of the first calendar file. Undefined without one, and where it cannot be read. */
export function invitationIn(attachments: readonly Attachment[]): Invitation | undefined {
  const file = attachments.find(({ mimeType, filename }) => {
    return /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? '')
  })
  const bytes = file && bytesOf(file)
  if (!bytes || bytes.length > longestCalendar) return undefined
  try {
    return appointmentIn(convertIcsCalendar(undefined, new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}

function appointmentIn({ method, events = [] }: IcsCalendar): Invitation | undefined {
  const [event] = events
  const begins = event && timeOf(event.start)
  if (!begins) return undefined
  const { attendees = [], organizer, summary, location, status, recurrenceRule } = event
  // A day ends where the next begins. Source: RFC 5545, §3.6.1.
  const ends = event.end && timeOf(event.end, event.end.type === 'DATE' ? dayMs : 0)
  const isOff = method === 'CANCEL' || status === 'CANCELLED'
  const reply = method === 'REPLY' ? replies[attendees[0]?.partstat ?? ''] : undefined
  const people = method === 'REPLY' ? [] : attendees.slice(0, mostPeople)
  const place = short(location)
  const by = method === 'REPLY' ? nameOf(attendees[0]) : nameOf(organizer)
  const named = people.map(nameOf).filter((name) => name !== '')
  return {
    kind: isOff ? 'cancelled' : (reply ?? 'invitation'),
    what: short(summary),
    begins,
    ...(ends && ends > begins && { ends }),
    ...(recurrenceRule && { repeats: true as const }),
    ...(place && { place }),
    ...(by && { by }),
    ...(named.length > 0 && { with: named }),
  }
}

const replies: Record<string, Invitation['kind'] | undefined> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
}

/** Undefined for a time that nobody means. */
function timeOf({ date, type }: IcsDateObject, less = 0): string | undefined {
  const year = date.getUTCFullYear()
  if (!(year > 1900 && year < 2200)) return undefined
  const time = new Date(date.getTime() - less).toISOString()
  return type === 'DATE' ? time.slice(0, 10) : time
}

function nameOf(person: { name?: string; email: string } | undefined): string {
  return short(person?.name) || short(person?.email)
}

function short(text = ''): string {
  return cutTo(nameLine(text), longestText)
}
