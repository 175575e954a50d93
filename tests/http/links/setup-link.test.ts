import { expect, test } from 'vitest'
import { readSetupPath, setupLinkHolds, setupPath } from '~/http/links/setup-link.server'

const secrets = ['Kq3vT0mZ8yWb5nXr1cLd7sHf2gJp9aUe']
const now = new Date('2026-11-28T08:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

test('A set-up link holds for a day, in each language and where one signs in first', () => {
  const path = setupPath(secrets, now)
  const paths = [path, `/de${path}`, path.replace('/signup', '/login')]
  for (const each of paths) {
    expect(readSetupPath(each, secrets, later(setupLinkHolds)), each).toBe('valid')
    expect(readSetupPath(each, secrets, later(setupLinkHolds + 1)), each).toBe('ended')
  }
})

test('A set-up link of another secret, page or hand is none', () => {
  const path = setupPath(secrets, now)
  expect(readSetupPath(path, ['another secret of thirty-two characters'], now)).toBe('ended')
  expect(readSetupPath(path.replace('/signup', '/chat'), secrets, now)).toBeUndefined()
  expect(readSetupPath('/signup', secrets, now)).toBeUndefined()
  for (const key of ['', 'x', '0'.repeat(64), String(now.getTime() + setupLinkHolds)]) {
    expect(readSetupPath(`/signup?setup=${key}`, secrets, now), key).toBe('ended')
  }
})
