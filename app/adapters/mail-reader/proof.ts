import { authenticate } from 'mailauth'
import type { Envelope } from '../../domain/mail-in/letters'
import { isEndless } from './limits'
import type { Resolve } from './protocol'

/** Milliseconds for all that DNS has to say. */
const longestProof = 10_000

/** DKIM signatures, each of which costs a hash of the e-mail. Source: RFC 6376 §6.1. */
const mostSignatures = 10

/** Bytes of all headers and of one, and lines: the time of the check grows with the square of them. */
const longestHeaders = 128 * 1_024
const longestField = 16 * 1_024
const mostHeaderLines = 2_000

/** Characters of a record of DNS; a DKIM key of 4,096 bits has about 740. */
const longestRecord = 4_096

/** Characters of a return path. Source: RFC 5321 §4.5.3.1.3. */
const longestSender = 256

/**
 * The only address in From, if its domain vouches for the e-mail (DMARC): undefined also without an answer
 * of DNS within the time, without a policy, and where the signature leaves out a part of the words.
 */
export async function provenSender(
  raw: ArrayBuffer,
  { from: sender, ip, helo }: Envelope,
  resolver: Resolve,
): Promise<string | undefined> {
  if (!isModest(raw) || sender.length > longestSender) return undefined
  const proof = authenticate(Buffer.from(raw), {
    ...(ip && { ip, helo: helo || ip }),
    sender,
    // Nobody reads what it would write into a header.
    mta: 'tresen',
    resolver: (async (name: string, type: string) => shortOf(await resolver(name, type))) as never,
    disableBimi: true,
    disableArc: true,
  })
  const late = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), longestProof).unref(),
  )
  const result = await Promise.race([proof, late]).catch(() => undefined)
  const dmarc = result?.dmarc || undefined
  if (dmarc?.status.result !== 'pass') return undefined
  const { spf, dkim } = dmarc.alignment
  if (!spf.result && dkim.underSized) return undefined
  const [address, ...others] = result?.dkim.headerFrom ?? []
  return others.length === 0 ? address : undefined
}

/** The answer of DNS without records that nobody needs to be that long. */
function shortOf(records: unknown): unknown {
  if (!Array.isArray(records)) return records
  return records.filter((each) => !Array.isArray(each) || each.join('').length <= longestRecord)
}

/** Whether its headers are within the limits, and have no more signatures than are checked. */
function isModest(raw: ArrayBuffer): boolean {
  const text = Buffer.from(raw, 0, Math.min(raw.byteLength, longestHeaders)).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if ((!end && raw.byteLength > longestHeaders) || isEndless(raw)) return false
  const headers = text.slice(0, end?.index)
  // A carriage return by itself ends no line, and nobody sends one.
  if (/\r(?!\n)/.test(headers) || headers.split('\n').length > mostHeaderLines) return false
  const fields = headers.split(/\n(?![ \t])/)
  if (fields.some(({ length }) => length > longestField)) return false
  return fields.filter((each) => /^dkim-signature\s*:/i.test(each)).length <= mostSignatures
}
