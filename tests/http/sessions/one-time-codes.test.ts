import { describe, expect, test } from 'vitest'
import {
  codeOf,
  inBase32,
  keyAddress,
  newRecoveryCodes,
  recoveryHash,
  stepOf,
} from '~/http/sessions/one-time-codes.server'

/** RFC 6238, appendix B, for SHA-1: seconds since 1970 and the code in eight digits. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const secret = Buffer.from('12345678901234567890')
const kept = secret.toString('base64url')

describe('A code', () => {
  test.each(vectors)('after %d seconds is that of the standard', (seconds, code) => {
    expect(codeOf(secret, Math.floor(seconds / 30), 8)).toBe(code)
    const at = new Date(seconds * 1_000)
    expect(stepOf(code.slice(2), kept, { lastStep: 0 }, at)).toBe(Math.floor(seconds / 30))
  })

  test('counts from half a minute before its own to half a minute after, and no longer', () => {
    const step = 1_000
    const code = codeOf(secret, step)
    const counts = (second: number) =>
      stepOf(code, kept, { lastStep: 0 }, new Date((step * 30 + second) * 1_000)) === step
    const seconds = [-31, -30, 0, 29, 30, 59, 60]
    expect(seconds.filter(counts)).toEqual([-30, 0, 29, 30, 59])
  })

  test('counts once, and so do those before it from then on', () => {
    const now = new Date(30_000_000)
    const codes = [999, 1_000, 1_001].map((step) => codeOf(secret, step))
    const taken = (lastStep: number) =>
      codes.map((code) => stepOf(code, kept, { lastStep }, now) !== undefined)
    expect(taken(998)).toEqual([true, true, true])
    expect(taken(1_000)).toEqual([false, false, true])
    expect(taken(1_001)).toEqual([false, false, false])
  })
})

test('A secret is shown in the letters and digits of RFC 4648', () => {
  expect(inBase32(kept)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(inBase32(Buffer.alloc(20).toString('base64url'))).toBe('A'.repeat(32))
  expect(keyAddress(kept, 'Müller & Co', 'ada@example.com')).toBe(
    'otpauth://totp/M%C3%BCller%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=M%C3%BCller%20%26%20Co',
  )
})

test('Recovery codes are ten different ones of sixteen digits, of which hashes alone are kept', async () => {
  const { codes, kept } = await newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9]{16}$/)
  expect(kept.recoveryHashes[3]).toBe(await recoveryHash(codes[3] ?? '', kept.salt))
  expect(new Set([...kept.recoveryHashes, ...codes]).size).toBe(20)
})
