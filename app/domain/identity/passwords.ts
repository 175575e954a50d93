import { z } from 'zod'
import { emailKey } from '../text/email'
import { commonPasswords } from './common-passwords'
import { longestPassword, shortestPassword } from './password-lengths'

/** Errors are locale keys. */
export const newPassword = z
  .string({ required_error: 'auth:password.missing' })
  .transform(usualForm)
  .pipe(
    z
      .string()
      .min(shortestPassword, 'auth:password.short')
      .max(longestPassword, 'auth:password.long')
      .refine((password) => !isEasyToGuess(password), 'auth:password.common'),
  )

/**
 * Keyboards write "ü" as one character or as two, and the identity service compares bytes: every
 * password goes to it in this form.
 */
export function usualForm(password: string): string {
  return password.normalize('NFC')
}

/** Forms of a password to try at a sign-in, in order: accounts made before `usualForm` may have the other form. */
export function signInForms(password: string): [string, ...string[]] {
  const usual = usualForm(password)
  const other = password.normalize('NFD')
  return other === usual ? [usual] : [usual, other]
}

/** The locale key of the problem; undefined if there is none. */
export function passwordProblem(password: string | undefined, email: string): string | undefined {
  const { error } = newPassword.safeParse(password)
  if (error) return error.issues[0]?.message
  return isOwnAddress(password, email) ? 'auth:password.isEmail' : undefined
}

export function isOwnAddress(password: string | undefined, email: string): boolean {
  return password !== undefined && emailKey(password) === emailKey(email)
}

export function isEasyToGuess(password: string): boolean {
  const text = password.toLowerCase()
  return commonPasswords.has(text) || isRepeated(text) || runsIn(text) <= text.length / 4
}

/** Up to four characters repeated: "aaaaaaaa", "abcabcabc". */
function isRepeated(text: string): boolean {
  const signs = [...text]
  return [1, 2, 3, 4].some((period) =>
    signs.every((sign, index) => index < period || sign === signs[index - period]),
  )
}

/** Keyboard rows and other sequences, from left to right. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjklöä',
  'zxcvbnm',
  'yxcvbnm',
  '1qay2wsx3edc4rfv5tgb',
  '1qaz2wsx3edc4rfv5tgb',
]

const neighbours = new Set(
  rows.flatMap((row) => {
    const signs = [...row]
    return signs.slice(1).flatMap((sign, index) => {
      const before = signs[index] ?? ''
      return [before + sign, sign + before]
    })
  }),
)

/** Runs of one character or along a row: "abcd1234" has 2. */
function runsIn(text: string): number {
  const signs = [...text]
  return signs.filter((sign, index) => {
    const before = signs[index - 1]
    return before === undefined || (before !== sign && !neighbours.has(before + sign))
  }).length
}
