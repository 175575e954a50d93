import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { largestFile } from '../../domain/files/attachments'
import type { Bytes } from '../../domain/files/files'
import { addField, isFieldName, mostFields, unreadableForm } from './fields.server'

const kibibyte = 1_024

/** One byte over the limit shows that there are too many; the rest is dropped. */
const limits = {
  fileSize: largestFile + 1,
  files: 20,
  fields: mostFields,
  fieldSize: 64 * kibibyte,
  headerPairs: 20,
  headerSize: 8 * kibibyte,
}

export interface SentFile {
  field: string
  name: string
  bytes: Bytes
}

export class BodyTooLarge extends Error {
  constructor() {
    super('The body is longer than allowed')
    this.name = 'BodyTooLarge'
  }
}

/** May be incomplete where the body broke off. */
export interface Multipart {
  form: FormData
  problem?: 'large' | 'broken'
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '')
}

/**
 * Reads a form with files as it arrives. `take` reads each file in turn, with the fields before it,
 * and returns its value in the form, or undefined. Rejects as `take` does, except for the sender's faults; throws a 400
 * response for fields that none of our forms has.
 */
export async function readMultipart(
  request: Request,
  take: (file: SentFile, before: FormData) => Promise<string | undefined>,
): Promise<Multipart> {
  const form = new FormData()
  const parser = parserOf(request)
  if (!parser || !request.body) return { form, problem: 'broken' }
  let last: Readable | undefined
  let taking = Promise.resolve()
  let foreign = false
  parser.on('fieldsLimit', () => {
    foreign = true
  })
  parser.on('field', (name, value) => {
    if (name === undefined) return
    if (isFieldName(name)) addField(form, name, value)
    else foreign = true
  })
  parser.on('file', (field, stream, name) => {
    last = stream
    if (field !== undefined && !isFieldName(field)) foreign = true
    // Nobody listens yet to a stream that breaks off before its turn, which would end the process.
    stream.on('error', () => undefined)
    taking = taking.then(async () => {
      if (foreign) return
      const value = await take(
        { field, name: unescaped(name ?? ''), bytes: piecesOf(stream) },
        form,
      )
      if (value !== undefined) form.append(field, value)
    })
    taking.then(
      () => stream.resume(),
      () => stream.resume(),
    )
  })
  const failure = await pipeline(Readable.fromWeb(request.body as ReadableStream), parser).then(
    () => undefined,
    (error: Error) => error,
  )
  if (failure) last?.destroy(failure)
  try {
    await taking
  } catch (error) {
    if (!failure) throw error
  }
  if (foreign) throw unreadableForm()
  if (!failure) return { form }
  return { form, problem: failure.name === 'BodyTooLarge' ? 'large' : 'broken' }
}

/** Browsers escape three characters. Source: WHATWG HTML, multipart form data. */
function unescaped(name: string): string {
  return name.replace(/%(22|0[AD])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Undefined without a boundary. */
function parserOf(request: Request): BusboyInstance | undefined {
  try {
    const type = request.headers.get('Content-Type') ?? ''
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return undefined
  }
}

/** The rest is drained elsewhere; destroying the stream would block the form. */
async function* piecesOf(stream: Readable): Bytes {
  yield* stream.iterator({ destroyOnReturn: false })
}
