import { describe, expect, it } from 'vitest'
import { commonPasswords } from '~/domain/identity/common-passwords'
import { longestPassword, shortestPassword } from '~/domain/identity/password-lengths'
import {
  isEasyToGuess,
  newPassword,
  passwordProblem,
  signInForms,
} from '~/domain/identity/passwords'
import { demoOwner } from '../../../development/demo-people'

const email = 'Ada.Lovelace@example.com'

describe('A password that somebody chooses', () => {
  it.each([
    'kettle-on-the-stove',
    'vier Eulen im Schrank',
    'Zr9$kq!v',
    'ein ganz normaler Satz',
    'schönes wetter heute',
    'properties',
    '🫖🫖🥐🥐☕🍞🥨🧁🍰',
    demoOwner.password,
  ])('may be %j', (password) => {
    expect(passwordProblem(password, email)).toBeUndefined()
  })

  it.each([
    [undefined, 'auth:password.missing'],
    ['', 'auth:password.short'],
    ['Zr9$kq!', 'auth:password.short'],
    [`Zr9$kq!v${'-x'.repeat(97)}`, 'auth:password.long'],
    ['ada.LOVELACE@example.com', 'auth:password.isEmail'],
    ['password', 'auth:password.common'],
    ['PassWort123', 'auth:password.common'],
    ['Fußball1', 'auth:password.common'],
  ])('%j is refused: %s', (password, key) => {
    expect(passwordProblem(password, email)).toBe(key)
  })

  it('is measured and sent in one Unicode form, whichever the keyboard produces', () => {
    const composed = 'Zwölf Käuze im Gehölz'
    const decomposed = composed.normalize('NFD')
    expect(decomposed).not.toBe(composed)
    expect(newPassword.parse(decomposed)).toBe(composed)
    // Eight characters as two keyboards write them, four as people count.
    expect(passwordProblem(`${'äöüß'.normalize('NFD')}x`, email)).toBe('auth:password.short')
    for (const typed of [composed, decomposed]) {
      expect(signInForms(typed)).toEqual([composed, decomposed])
    }
    expect(signInForms('kettle')).toEqual(['kettle'])
  })

  it('may have exactly the minimum or the maximum length', () => {
    const long = 'kettle on the stove, '.repeat(10).slice(0, longestPassword)
    expect(long).toHaveLength(longestPassword)
    expect(newPassword.safeParse(long).success).toBe(true)
    expect(newPassword.safeParse(`${long}!`).success).toBe(false)
    expect(newPassword.safeParse('Zr9$kq!v'.slice(0, shortestPassword)).success).toBe(true)
  })
})

describe('Easy to guess', () => {
  it.each([
    'aaaaaaaa',
    '........',
    'abababab',
    'abcabcabc',
    'xyz1xyz1xyz1',
    'abcdefgh',
    'ZYXWVUTS',
    'abcd1234',
    'aaaabbbb',
    '23456789',
    '98765432109',
    'QWERTZUIOP',
    'poiuztrewq',
    'asdfghjklö',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ])('is %j', (password) => {
    expect(isEasyToGuess(password)).toBe(true)
  })

  it.each(['abendbrotzeit', 'Kaffee um halb drei', 'wertvollstes', '19.04.1987 Ulm'])(
    'is not %j',
    (password) => {
      expect(isEasyToGuess(password)).toBe(false)
    },
  )

  it('is every common password, whatever its letter case', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3_000)
    for (const password of commonPasswords) {
      expect(isEasyToGuess(password), password).toBe(true)
      expect(isEasyToGuess(password.toUpperCase()), password.toUpperCase()).toBe(true)
    }
  })

  it('lists no password that is too short anyway, and none in capitals', () => {
    const idle = [...commonPasswords].filter(
      (password) => password.length < shortestPassword || password !== password.toLowerCase(),
    )
    expect(idle).toEqual([])
  })
})
