import { describe, expect, it } from 'vitest'
import { photoOf } from '~/domain/files/photos'
import { hasPassword, isProofFresh, signsInByPassword } from '~/domain/identity/proofs'

const minute = 60_000
const provedAt = new Date('2026-03-04T05:06:07.089Z')

describe('a proof', () => {
  it.each([
    [0, true],
    [5 * minute, true],
    [5 * minute + 1, false],
    // A clock that was set back makes nobody a stranger.
    [-minute, true],
  ])('of %i milliseconds ago is fresh: %s', (age, fresh) => {
    expect(isProofFresh({ provedAt }, new Date(provedAt.getTime() + age))).toBe(fresh)
  })

  it('by password is possible where the account has one, whichever provider comes first', () => {
    const of = (...ids: string[]) => ({ providerData: ids.map((providerId) => ({ providerId })) })
    expect([hasPassword(of('password')), signsInByPassword(of('password'))]).toEqual([true, true])
    const second = of('google.com', 'password')
    expect([hasPassword(second), signsInByPassword(second)]).toEqual([true, false])
    for (const none of [of(), of('google.com')]) {
      expect([hasPassword(none), signsInByPassword(none)]).toEqual([false, false])
    }
  })
})

describe('the photo of an owner', () => {
  const anonymous = 'https://avatars.example/anonymous.png'

  it('is the owner’s own, or else the anonymous one', () => {
    const photoURL = 'https://photos.example/ada.jpg'
    expect(photoOf({ photoURL }, anonymous)).toBe(photoURL)
    expect(photoOf({ photoURL: null }, anonymous)).toBe(anonymous)
    expect(photoOf({ photoURL: null }, undefined)).toBeUndefined()
  })

  it.each([
    'http://photos.example/ada.jpg',
    'javascript:alert(1)',
    'data:image/png,',
    'ada.jpg',
    '',
  ])('is never %j', (photoURL) => {
    expect(photoOf({ photoURL }, anonymous)).toBe(anonymous)
    expect(photoOf({ photoURL: null }, photoURL)).toBeUndefined()
  })
})
