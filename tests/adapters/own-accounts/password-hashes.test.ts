import { expect, test } from 'vitest'
import { createPasswordHashes } from '../../../app/adapters/own-accounts/password-hashes.server'

const weak = { ln: 4, r: 8, p: 1 }
const password = 'kettle on the stove'

test('a password matches its own hash alone, whose salt is new each time', async () => {
  const { hash, matches } = createPasswordHashes(weak)
  const [one, other] = [await hash(password), await hash(password)]
  expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await matches(password, one)).toBe(true)
  expect(await matches(`${password}!`, one)).toBe(false)
  expect(await matches(password, undefined)).toBe(false)
})

test('a hash of our strength is one of scrypt with 2^15, 8 and 3', async () => {
  const { hash, isOutdated } = createPasswordHashes()
  const made = await hash(password)
  expect(made).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect(isOutdated(made)).toBe(false)
})

test('a hash of less strength still matches, and counts as outdated', async () => {
  const old = await createPasswordHashes(weak).hash(password)
  const { matches, isOutdated } = createPasswordHashes({ ln: 5, r: 8, p: 1 })
  expect(await matches(password, old)).toBe(true)
  expect(isOutdated(old)).toBe(true)
})

test('the known answer of scrypt is the same', async () => {
  // RFC 7914, section 12, the second vector, cut to 32 bytes.
  const [salt, key] = ['NaCl', 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162']
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$scrypt$ln=10,r=8,p=16$${text(Buffer.from(salt))}$${text(Buffer.from(key, 'hex'))}`
  expect(await createPasswordHashes(weak).matches('password', hash)).toBe(true)
})

test('passwords beyond the longest wait are refused, the others checked', async () => {
  const { hash } = createPasswordHashes(weak, 250)
  const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => hash(password)))
  expect(all.map(({ status }) => status)).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ])
  expect(all.at(-1)).toMatchObject({ reason: { code: 'server-busy' } })
  await expect(hash(password)).resolves.toBeDefined()
})
