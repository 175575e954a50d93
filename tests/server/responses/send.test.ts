import { describe, expect, it } from 'vitest'
import { withSecurity } from '~/server/responses/send'

const secure = 'https://counter.example.com'

describe('security headers', () => {
  it('close an answer that says nothing itself', () => {
    expect(withSecurity({}, secure)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  it('leave out of a script’s response what only documents need', () => {
    const script = { 'content-type': 'text/javascript; charset=utf-8' }
    expect(Object.keys(withSecurity(script, secure)).sort()).toEqual([
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ])
  })

  it('promise no encryption where there is none', () => {
    expect(withSecurity({}, 'http://localhost:3000')).not.toHaveProperty(
      'strict-transport-security',
    )
  })

  it("leave an answer's own alone", () => {
    const own = {
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'self'",
    }
    expect(withSecurity(own, secure)).toMatchObject(own)
  })

  it.each([
    ["frame-ancestors 'none'", true],
    ["default-src 'self'", true],
    ["default-src 'self'; frame-ancestors 'self'", false],
    ['frame-ancestors https://shop.example https://other.example; base-uri x', false],
    ["frame-ancestors  'NONE' ; base-uri x", true],
    ["x-frame-ancestors 'self'", true],
  ])('forbid frames under %s: %s', (policy, denied) => {
    const headers = withSecurity({ 'content-security-policy': policy }, secure)
    expect(headers['x-frame-options']).toBe(denied ? 'DENY' : undefined)
  })

  it('add no second policy to one that only reports', () => {
    const own = { 'content-security-policy-report-only': "default-src 'self'" }
    expect(withSecurity(own, secure)).not.toHaveProperty('content-security-policy')
  })
})
