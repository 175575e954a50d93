import { authenticate } from 'mailauth'
import type { Envelope } from '../../domain/mail-in/letters'
import { longestHeaders } from './limits'
import type { Resolve } from './protocol'

/** Milliseconds for all that DNS has to say. */
const longestProof = 10_000

/** DKIM signatures, each of which costs a hash of the e-mail. Source: RFC 6376 §6.1. */
const mostSignatures = 10

/**
 * The only address in From, if its domain vouches for the e-mail (DMARC): undefined also without an answer
 * of DNS within the time, without a policy, and where the signature leaves out a part of the words.
 */
export async function provenSender(
  raw: ArrayBuffer,
  { from: sender, ip, helo }: Envelope,
  resolver: Resolve,
): Promise<string | undefined> {
  if (!isModest(raw)) return undefined
  const proof = authenticate(Buffer.from(raw), {
    ...(ip && { ip, helo: helo || ip }),
    sender,
    // Nobody reads what it would write into a header.
    mta: 'tresen',
    resolver: resolver as never,
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

/** Whether its headers end within the limit, and have no more signatures than are checked. */
function isModest(raw: ArrayBuffer): boolean {
  const text = Buffer.from(raw, 0, Math.min(raw.byteLength, longestHeaders)).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  if (!end && raw.byteLength > longestHeaders) return false
  const headers = text.slice(0, end?.index)
  return (headers.match(/^dkim-signature\s*:/gim) ?? []).length <= mostSignatures
}
