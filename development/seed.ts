import { z } from 'zod'
import { pickupHours } from '~/components/shop/pickup-hours.server'
import type { Services } from '~/config'
import { newDesk } from '~/domain/desks/desks'
import { type AwaitedOwner, claimSiteDesk } from '~/domain/desks/site-desk'
import { freeFeedback, rateTicket } from '~/domain/feedback/feedback'
import { planMails } from '~/domain/letters/plans'
import { mostAliases } from '~/domain/mail-in/aliases'
import { newId } from '~/domain/text/ids'
import {
  markSeen,
  moveTicket,
  noteAsOwner,
  replyAsOwner,
  startTicket,
  writeAsVisitor,
} from '~/domain/tickets/conversations'
import { addTags, setPriority } from '~/domain/tickets/organising'
import type { Ticket } from '~/domain/tickets/tickets'
import { snoozeTicket } from '~/domain/tickets/work'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { callEmulator } from './auth-emulator'
import { demoDays } from './demo-days'
import { demoOpinions, demoQuestion, demoRatings } from './demo-feedback'
import { demoHome } from './demo-home'
import { demoAddress, demoSignature, storeMail } from './demo-mails'
import { seedSales } from './demo-orders'
import { type DemoPerson, demoColleagues, demoOwner } from './demo-people'
import { demoReplies } from './demo-replies'
import { type DemoStep, type DemoTicket, demoGreeting, demoTickets } from './demo-tickets'

/** A ticket that seeding made, with the secret of its visitor's link. */
export interface SeededTicket {
  ticket: Ticket
  secret: string
}

/**
 * Makes the people of the demo in the auth emulator, their accounts and the desk of a café, which becomes
 * the site's unless `siteOwner` names somebody else, and tickets if the desk has none. Running it again
 * changes nothing. Letters about its tickets have links that the server's `secret` makes. Returns the
 * tickets that it made.
 */
export async function seedDemo(
  services: Services,
  emulatorHost: string,
  projectId: string,
  now: Date,
  siteOwner: AwaitedOwner = { email: demoOwner.email },
  secret = '',
): Promise<SeededTicket[]> {
  const emulator = { host: emulatorHost, projectId }
  const opened = minutesBefore(now, 21 * 24 * 60)
  const { uid, email } = demoOwner
  for (const person of [demoOwner, ...demoColleagues]) {
    await ensureAccount(services, emulator, person, opened)
  }
  const desk = await services.desks.ensure({
    ...newDesk(uid, opened),
    name: 'Café Morgenrot',
    greeting: demoGreeting,
    askRating: demoQuestion,
    ...demoDays,
  })
  await claimSiteDesk(services, siteOwner, { uid, email, emailVerified: true })
  await services.site.change((site) => ({
    settings: site.home ? undefined : { ...site, home: demoHome },
  }))
  const counts = Object.values(await services.tickets.count(desk.id))
  if (counts.some((count) => count > 0)) return []
  await seedMembers(services, desk.id, opened)
  await seedReplies(services, desk.id, opened)
  await seedAddresses(services, desk.id, opened)
  const made = await seedTickets(services, { deskId: desk.id, secret }, now)
  await services.desks.putGuideAway(desk.id, opened)
  await seedFeedback(services, desk.id, made, now)
  const pickup = { en: pickupHours(demoDays, 'en'), de: pickupHours(demoDays, 'de') }
  await services.catalogue.change((all) => ({ catalogue: { ...all, pickup } }), opened)
  await seedSales(services, now)
  await countAsSent(services, now)
  const lastAtDesk = Math.min(...demoTickets.flatMap(ownerSteps).map(({ ago }) => ago))
  await services.members.attend(desk.id, desk.ownerUid, minutesBefore(now, lastAtDesk))
  return made
}

const found = z.object({ users: z.array(z.object({ email: z.string() })).default([]) })

/** An account with a confirmed address, which signs in with its password. */
export async function ensureAccount(
  { accounts }: Services,
  emulator: { host: string; projectId: string },
  { uid, ...person }: DemoPerson,
  createdAt: Date,
): Promise<void> {
  if (!(await accounts.find(uid))) {
    const { email } = person
    await accounts.save({ uid, email, emailVerified: true, locale: 'en', createdAt })
  }
  const path = '/identitytoolkit.googleapis.com/v1/projects/{project}/accounts'
  const exists = async () => {
    const lookup = { localId: [uid] }
    const { users } = found.parse(await callEmulator(emulator, 'POST', `${path}:lookup`, lookup))
    return users.length > 0
  }
  if (await exists()) return
  const account = { localId: uid, ...person, emailVerified: true }
  await callEmulator(emulator, 'POST', path, account).catch(async (error) => {
    // Another seed, which ran at the same time, may have been first.
    if (!(await exists())) throw error
  })
}

async function seedMembers({ members }: Services, deskId: string, opened: Date): Promise<void> {
  await members.rename(demoOwner.uid, demoOwner.displayName)
  for (const [index, { uid, displayName: name }] of demoColleagues.entries()) {
    const at = new Date(opened.getTime() + (index + 1) * 60_000)
    const member = { deskId, uid, name, joinedAt: at, chosenAt: at }
    await members.join({ ...member, kind: 'colleague', reader: newId(at) })
  }
}

async function seedReplies({ savedReplies }: Services, deskId: string, at: Date): Promise<void> {
  for (const reply of demoReplies) {
    const ids = { id: newId(at), deskId, createKey: newId(at) }
    await savedReplies.add({ ...reply, ...ids, createdAt: at, updatedAt: at }, demoReplies.length)
  }
}

async function seedAddresses({ desks, mailAliases }: Services, deskId: string, at: Date) {
  await desks.saveTexts(deskId, { signature: demoSignature })
  for (const alias of [{ name: 'cafe-morgenrot' }, demoAddress])
    await mailAliases.add({ ...alias, deskId, chosenAt: at }, mostAliases)
}

/** Letters about what happened before now left at their time, so that none leaves at the first start. */
async function countAsSent(services: Services, now: Date): Promise<void> {
  const { mails } = services
  await planMails(services, undefined, now, async () => true)
  let due = await mails.listDue(now, mostAtOnce)
  while (due.length > 0) {
    for (const { key } of due)
      await mails.change(key, now, () => ({ state: 'sent', dueAt: undefined }))
    due = await mails.listDue(now, mostAtOnce)
  }
}

const mostAtOnce = 50

async function seedFeedback(
  ports: Services,
  deskId: string,
  made: SeededTicket[],
  now: Date,
): Promise<void> {
  for (const { ticket } of made) {
    const given = demoRatings[ticket.visitorName]
    if (!given) continue
    const { ago, ...opinion } = { ...given, locale: ticket.locale }
    await rateTicket(ports, ticket.secretHash, opinion, minutesBefore(now, ago * 24 * 60))
  }
  for (const { ago, email = '', ...opinion } of demoOpinions) {
    const at = minutesBefore(now, ago * 24 * 60)
    const free = { ...opinion, deskId, createKey: newId(at), email, state: 'shown' } as const
    await ports.feedback.add(freeFeedback(free, at))
  }
}

interface Draft {
  plan: DemoTicket
  startKey: string
  secret: string
  /** As the last step left it; undefined until the first. */
  ticket?: Ticket
}

/** What happens in a draft at a time; no step is its beginning. */
interface Event {
  draft: Draft
  at: Date
  step?: DemoStep
}

/** Plays everything in the order in which it happened, so that ids and numbers follow time. */
async function seedTickets(
  ports: Services,
  { deskId, secret }: { deskId: string; secret: string },
  now: Date,
): Promise<SeededTicket[]> {
  const drafts: Draft[] = demoTickets.map((plan) => {
    const startKey = newId(minutesBefore(now, plan.first.ago))
    return { plan, startKey, secret: ticketSecret(secret, deskId, startKey) }
  })
  const events: Event[] = drafts.flatMap((draft) => [
    { draft, at: minutesBefore(now, draft.plan.first.ago) },
    ...draft.plan.later.map((step) => ({ draft, at: minutesBefore(now, step.ago), step })),
  ])
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const ticket = await play(ports, deskId, event)
    event.draft.ticket = ticket
    // Whoever acts has read what is there.
    await markSeen(ports, isVisitors(event.step) ? 'visitor' : { reader: deskId }, ticket)
  }
  return drafts.flatMap(({ ticket, secret }) => (ticket ? { ticket, secret } : []))
}

/** Longer than the demo is old, so that the ticket sleeps when it is looked at. */
const snoozedFor = 7 * 24 * 3_600_000

async function play(ports: Services, deskId: string, { draft, at, step }: Event): Promise<Ticket> {
  const result = await act(ports, deskId, draft, step, at)
  if (result.kind === 'added' || result.kind === 'moved') return result.ticket
  throw new Error(`The demo breaks a rule (${result.kind}): ${draft.plan.first.text}`)
}

async function act(
  ports: Services,
  deskId: string,
  draft: Draft,
  step: DemoStep | undefined,
  at: Date,
) {
  const { locale, name = '', email = '', mail, heldFor, first, member = demoOwner } = draft.plan
  const scope = { deskId, number: draft.ticket?.number ?? 0, byUid: member.uid }
  const hash = secretHash(draft.secret)
  const key = newId(at)
  if (!step) {
    const body = first.text
    const byMail = mail && (await storeMail(ports, { deskId, name, email, body, mail }, at))
    const visitor = { secretHash: hash, locale, name, email, heldFor, ...byMail }
    return startTicket(ports, { deskId, startKey: draft.startKey, body, ...visitor }, at)
  }
  if ('move' in step) {
    if (step.move !== 'snooze') return moveTicket(ports, scope, step.move, at)
    return snoozeTicket(ports, scope, new Date(at.getTime() + snoozedFor), at)
  }
  if ('priority' in step) return setPriority(ports, scope, step.priority, at)
  if ('tags' in step) return addTags(ports, scope, step.tags, at)
  const writing = { clientKey: key, body: step.text, locale }
  if (step.by === 'visitor') return writeAsVisitor(ports, hash, writing, at)
  const said = { ...writing, takenBy: member.uid }
  return (step.by === 'owner' ? replyAsOwner : noteAsOwner)(ports, scope, said, at)
}

function isVisitors(step: DemoStep | undefined): boolean {
  return !step || ('by' in step && step.by === 'visitor')
}

function ownerSteps(ticket: DemoTicket): DemoStep[] {
  return ticket.later.filter((step) => !isVisitors(step))
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000)
}
