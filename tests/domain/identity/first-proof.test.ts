import { expect, test } from 'vitest'
import { endedByProof, isFirstProof } from '../../../app/domain/identity/first-proof'

test('A first proof ends what whoever came before may have, by the way and by who proves', () => {
  const table = [
    ['confirmation', 'sessions', 'sessions', 'refused'],
    ['link', 'sessions', 'sessions', 'credentials'],
    ['reset', 'sessions', 'sessions', 'sessions'],
    ['provider', 'sessions', 'sessions', 'sessions'],
  ] as const
  for (const [proof, session, password, none] of table) {
    expect([proof, endedByProof(proof, 'session')]).toEqual([proof, session])
    expect([proof, endedByProof(proof, 'password')]).toEqual([proof, password])
    expect([proof, endedByProof(proof, 'none')]).toEqual([proof, none])
  }
})

test('A proof is the first until our record says otherwise, known account or not', () => {
  const verified = { emailVerified: true }
  const unverified = { emailVerified: false }
  expect(isFirstProof(undefined, verified)).toBe(true)
  expect(isFirstProof(unverified, verified)).toBe(true)
  expect(isFirstProof(verified, verified)).toBe(false)
  expect(isFirstProof(unverified, unverified)).toBe(false)
})
