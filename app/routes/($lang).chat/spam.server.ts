import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { subnetOf } from '~/domain/limits/networks'
import { type HoldReason, paceOf, sameWords, suspicionOf } from '~/domain/tickets/spam'
import type { Ticket } from '~/domain/tickets/tickets'
import { formStamp, readStamp } from '~/http/forms/stamp.server'
import { consume } from '~/http/limits/rate-limits.server'
import { readSession } from '~/http/sessions/session.server'
import type { Subject } from './subject.server'
import type { Visit } from './visit.server'

export const spamFields = z.object({
  stamp: z.string().default(''),
  homepage: z.string().default(''),
})

/**
 * An order's customer and a member of the desk are people, however fast they write: their form passes for
 * one that was shown as long ago as writing takes. All other rules hold for them, too.
 */
export async function stampFor(
  { kind, desk }: Extract<Visit, { desk: unknown }>,
  subject: Subject | undefined,
  context: AppLoadContext,
): Promise<string> {
  const { config, now } = context
  const isProven = kind === 'desk' && (subject?.own || (await isMember(desk.id, context)))
  const ahead = isProven ? config.formSeconds * 1_000 : 0
  return formStamp(config.secrets, desk.id, new Date(now().getTime() - ahead))
}

async function isMember(deskId: string, context: AppLoadContext): Promise<boolean> {
  const session = await readSession(context)
  const own = session ? await context.services.members.desksOf(session.user.uid) : []
  return own.some(({ desk }) => desk.id === deskId)
}

type BeginningForm = z.output<typeof spamFields> & { name: string; email: string; body: string }

/** Undefined if not. What is suspicious alone uses none of the desk's limits. */
export async function holdReasonOf(
  deskId: string,
  before: Ticket | undefined,
  { stamp, homepage, name, email, body }: BeginningForm,
  context: AppLoadContext,
): Promise<HoldReason | undefined> {
  if (before?.heldFor) return 'before'
  const { config, services, now } = context
  const address = email || before?.visitorEmail
  if (address && (await services.visitorBlocks.has(deskId, address))) return 'sender'
  const leastAge = config.formSeconds * 1_000
  const stamped = readStamp(stamp, config.secrets, deskId, now())
  const age = stamped?.age
  const form = { trapped: homepage !== '', age, name, body }
  const rules = { leastAge, ownHosts: [new URL(config.publicOrigin).host] }
  const suspicion = before ? undefined : suspicionOf(form, rules)
  if (suspicion) return suspicion
  if (stamped && (await consume(context, 'repeat', `${deskId} ${stamped.form}`, 'form')) > 0) {
    return 'unstamped'
  }
  const words = sameWords(body)
  if (words && (await consume(context, 'repeat', `${deskId} ${words}`, 'words')) > 0)
    return 'repeated'
  const pace = paceOf(leastAge > 0 ? age : undefined)
  const first = pace === 'usual' && (await isFirstOfItsPlace(deskId, context))
  const wait = await consume(context, 'begin', deskId, first ? 'first' : pace)
  return wait > 0 ? 'crowd' : undefined
}

/** Whether few have begun there today from nearby addresses. */
async function isFirstOfItsPlace(deskId: string, context: AppLoadContext): Promise<boolean> {
  const place = `${deskId} ${subnetOf(context.clientAddress)}`
  return (await consume(context, 'repeat', place, 'place')) === 0
}
