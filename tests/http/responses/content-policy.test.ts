import { expect, test } from 'vitest'
import { contentPolicy } from '../../../app/http/responses/content-policy.server'

const page = { nonce: 'abc', styleFile: false, foreign: [] }
const rules = 'https://shop.example/speculation-rules.json'

test.each([
  ['none', undefined, undefined],
  ['none', rules, `script-src ${rules}`],
  ['files', rules, "script-src 'self'"],
  ['react', undefined, "script-src 'self' 'nonce-abc'"],
] as const)('A page with scripts: %s, and rules %s allows %s', (scripts, rules, allowed) => {
  const policy = contentPolicy({ ...page, scripts, rules }, 'production').split('; ')
  expect(policy.find((each) => each.startsWith('script-src'))).toBe(allowed)
  expect(policy[0]).toBe("default-src 'none'")
})
