import { Constructed, fromBER, ObjectIdentifier, OctetString } from 'asn1js'
import type { Email } from 'postal-mime'
import { bytesOf } from './contents'

/** How often signed is inside signed or encrypted at most. Source: RFC 2634 §1.1. */
const mostLayers = 3

const isSealed = /^application\/(x-)?pkcs7-mime$/
const signedData = '1.2.840.113549.1.7.2'
const encryptedData = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23']

/**
 * An e-mail whose words are inside its S/MIME signature, with what is inside. `sealed`: only the original
 * has its words, as it is encrypted, or what was signed cannot be read. `type`: its Content-Type. Nothing
 * is verified. Source: RFC 8551 §3.2.2, §3.5.2, RFC 3156.
 */
export async function unsealed(
  email: Email,
  type: string,
  parse: (raw: ArrayBuffer) => Promise<Email>,
  layer = 1,
): Promise<{ email: Email; sealed?: 'encrypted' | 'signed' }> {
  if (/^\s*multipart\/encrypted/i.test(type)) return { email, sealed: 'encrypted' }
  const { attachments, text, html } = email
  const seal = attachments.find(
    ({ mimeType, filename }) => isSealed.test(mimeType) || /\.p7m$/i.test(filename ?? ''),
  )
  // Beside words it is a file.
  if (!seal || text?.trim() || html?.trim()) return { email }
  const { kind, content } = readSeal(bytesOf(seal))
  if (!content || layer > mostLayers) {
    const isSigned = kind ? kind === signedData : /smime-type\s*=\s*"?signed-data/i.test(type)
    const isKnown = isSealed.test(seal.mimeType) || isSigned || encryptedData.includes(kind ?? '')
    return { email, ...(isKnown && { sealed: isSigned ? 'signed' : 'encrypted' }) }
  }
  const inner = await parse(content)
  const others = attachments.filter((each) => each !== seal)
  const { text: words, html: shown, attachments: files } = inner
  const found: Email = { ...email, text: words, html: shown, attachments: [...files, ...others] }
  const innerType = inner.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  return unsealed(found, innerType, parse, layer + 1)
}

/** The kind of CMS, and what was signed. Neither of bytes that are no CMS. Source: RFC 5652 §3, §5.1. */
function readSeal(bytes: Uint8Array): { kind?: string; content?: ArrayBuffer } {
  const [type, wrapped] = parts(fromBER(new Uint8Array(bytes)).result)
  if (!(type instanceof ObjectIdentifier)) return {}
  const kind = type.getValue()
  if (kind !== signedData) return { kind }
  const [signed] = parts(wrapped)
  const [, content] = parts(parts(signed)[2])
  const [octets] = parts(content)
  return octets instanceof OctetString ? { kind, content: octets.getValue() } : { kind }
}

/** Of a sequence or a tagged value; none of another. */
function parts(value: unknown) {
  return value instanceof Constructed ? value.valueBlock.value : []
}
