import type { AppLoadContext } from '@remix-run/node'
import { subnetOf } from '~/domain/limits/networks'
import { beginIntake, type Refused } from '../../domain/files/attachment-intake'
import {
  type HeldAttachment,
  largestFile,
  mostAttachments,
  type UploadTarget as StoreTarget,
} from '../../domain/files/attachments'
import { describe, type FileCode, FilesUnavailable, isFileCode } from '../../domain/files/errors'
import { shownName } from '../../domain/files/names'
import type { FormError, FormErrors, UploadedFile } from '../../domain/forms/forms'
import { TooManyRequests } from '../../domain/limits/rate-limits'
import { bestEffort, StoreUnavailable } from '../../domain/stores'
import { seal, unseal } from '../cookies/seal.server'
import { limited, takeUploadRoom } from '../limits/rate-limits.server'
import { namesAnother, namesOtherDesk } from './account.server'
import type { Sent } from './form-action.server'
import { readForm } from './forms.server'
import { isMultipart, type Multipart, readMultipart, type SentFile } from './multipart.server'

export interface UploadTarget {
  deskId: string
  ticketId?: string
  side: 'visitor' | 'owner'
  /** Whether only the desk's own room limits its files. */
  trusted?: boolean
}

const field = 'files'
const fieldOfUploaded = 'uploaded'

/** `gone`: uploaded before and dropped since; `large`: all files together. */
type Problem = Refused | 'many' | 'often' | 'gone' | 'large' | 'unread' | 'unavailable' | FileCode

const statuses: Partial<Record<Problem, number>> = {
  size: 413,
  full: 413,
  large: 413,
  often: 429,
  busy: 503,
  unavailable: 503,
}

/** Seconds. */
const restsFor = 15

/** The room of files that are not counted by address. */
const free = { seconds: 0, giveBackBut: async () => undefined }

/**
 * Reads a message's form with its files. Acceptable files are kept even if the form is refused;
 * without a target none is taken. A refused file refuses the form, with its status and a reason.
 */
export async function readMessageForm(
  request: Request,
  context: AppLoadContext,
  target: UploadTarget | undefined,
): Promise<Sent<{ attachments: HeldAttachment[] }>> {
  const problems: { why: Problem; name?: string }[] = []
  let taken = 0
  let wait = 0
  let intake: ReturnType<typeof beginIntake> | undefined

  function noted(error: unknown): 'unavailable' | FileCode {
    if (!(error instanceof StoreUnavailable)) throw error
    context.report(error)
    return error instanceof FilesUnavailable ? error.code : 'unavailable'
  }

  async function take(file: SentFile, before: FormData): Promise<string | undefined> {
    if (!target || file.field !== field || file.name === '') return undefined
    if (await namesAnother(before, context)) return undefined
    if (target.side === 'owner' && namesOtherDesk(before, target.deskId)) return undefined
    const refuse = (why: Problem) => {
      problems.push({ why, name: shownName(file.name) })
      return undefined
    }
    if (++taken > mostAttachments) return refuse('many')
    wait = target.side === 'visitor' ? await uploadWait(context) : 0
    if (wait > 0) return refuse('often')
    const most = Math.min(announced(request) ?? largestFile, largestFile)
    const room = target.trusted ? free : await takeUploadRoom(context, most)
    wait = room.seconds
    if (wait > 0) return refuse('often')
    intake ??= beginIntake(context.services, await storeTarget(target, context), announced(request))
    const came = await intake.take(file, context.now()).catch(noted)
    const size = typeof came === 'object' && came.kind === 'held' ? came.attachment.size : 0
    await room.giveBackBut(size)
    if (typeof came === 'string') return refuse(came)
    if (came.kind === 'refused') return refuse(came.why)
    return tokenFor(came.attachment, target, context)
  }

  const { form, problem } = await receive(request, take).finally(
    () => intake && bestEffort(intake.end(), context.report),
  )
  context.keepSent(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name === field ? fieldOfUploaded : name, value]] : [],
    ),
  )
  if (problem) problems.push({ why: problem === 'large' ? 'large' : 'unread' })
  const tokens = [...form.getAll(fieldOfUploaded), ...form.getAll(field)]
    .map(String)
    .filter(Boolean)
  const held = target ? await heldBy(tokens, target, context) : []
  if (target && held.includes(undefined)) problems.push({ why: 'gone' })
  const attachments = withoutTwins(held.flatMap((attachment) => attachment ?? []))
  if (attachments.length > mostAttachments) problems.push({ why: 'many' })
  form.delete(field)
  for (const { id } of attachments.slice(0, mostAttachments)) form.append(field, id)
  // Of a refused file alone, report the file, not the missing text.
  if (problems.length > 0 && attachments.length === 0) form.append(field, 'refused')

  const uploaded = target ? uploadedOf(attachments, target, context) : []
  if (problems.length === 0) return { form, attachments, uploaded }
  const status = problems.map(statusOf).find(Boolean) ?? 400
  const retryAfter = status === 503 ? restsFor : status === 429 ? wait : undefined
  const refused = { status, retryAfter, errors: errorsOf(problems) }
  return { form, attachments, uploaded, refused }
}

/** Files that wait for their message, as forms name them. */
export function uploadedOf(
  files: readonly HeldAttachment[],
  target: Pick<UploadTarget, 'deskId' | 'side'>,
  context: AppLoadContext,
): UploadedFile[] {
  return files.map((each) => {
    return { token: tokenFor(each, target, context), name: each.name, size: each.size }
  })
}

async function receive(
  request: Request,
  take: (file: SentFile, before: FormData) => Promise<string | undefined>,
): Promise<Multipart> {
  if (isMultipart(request)) return readMultipart(request, take)
  return { form: await readForm(request) }
}

function statusOf({ why }: { why: Problem }): number | undefined {
  return isFileCode(why) ? describe(why).status : statuses[why]
}

/** Whole seconds until a visitor may send another file; 0 if they may. */
async function uploadWait(context: AppLoadContext): Promise<number> {
  try {
    await limited(context, { name: 'work' }, async () => undefined)
    return 0
  } catch (error) {
    if (error instanceof TooManyRequests) return error.retryAfter
    throw error
  }
}

/** Visitors' files count against their network's share; the desk's own files against none. */
async function storeTarget(
  { deskId, ticketId, side }: UploadTarget,
  { services, clientAddress, now }: AppLoadContext,
): Promise<StoreTarget> {
  if (side === 'owner') return { deskId, ticketId }
  const holder = `${deskId} ${subnetOf(clientAddress)}`
  return { deskId, ticketId, source: await services.rateLimits.alias(holder, now()) }
}

/** In bytes, from Content-Length. */
function announced({ headers }: Request): number | undefined {
  return Number(headers.get('Content-Length') ?? Number.NaN) || undefined
}

function tokenFor(
  { id }: HeldAttachment,
  { deskId, side }: Pick<UploadTarget, 'deskId' | 'side'>,
  context: AppLoadContext,
) {
  return seal(id, 'upload', context.config.secrets, `${side} ${deskId}`)
}

/** Undefined for tokens that are invalid or expired. */
async function heldBy(
  tokens: readonly string[],
  { deskId, side }: UploadTarget,
  { config, services }: AppLoadContext,
): Promise<(HeldAttachment | undefined)[]> {
  if (tokens.length === 0) return []
  const ids = tokens
    .slice(0, 2 * mostAttachments)
    .map((token) => unseal(token, 'upload', config.secrets, `${side} ${deskId}`))
  const found = await services.attachments.list(
    deskId,
    ids.flatMap((id) => id ?? []),
  )
  return ids.map((id) => found.find((each) => each.id === id))
}

/** Resending a form sends its files again: the file field still has them. */
function withoutTwins(attachments: readonly HeldAttachment[]): HeldAttachment[] {
  return attachments.filter(
    ({ sentHash }, index) => attachments.findIndex((each) => each.sentHash === sentHash) === index,
  )
}

/** Each problem once: `files`, `files-1` … */
function errorsOf(problems: readonly { why: Problem; name?: string }[]): FormErrors {
  const sentences = new Map<string, FormError>()
  for (const { why, name = '' } of problems) {
    if (isFileCode(why)) {
      sentences.set(why, describe(why).key)
      continue
    }
    const key = `files:${why}`
    sentences.set(why === 'many' ? why : `${why} ${name}`, name ? { key, values: { name } } : key)
  }
  return Object.fromEntries(
    [...sentences.values()].map((sentence, index) => [
      index ? `${field}-${index}` : field,
      sentence,
    ]),
  )
}
