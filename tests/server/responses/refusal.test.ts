import { describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { refusal } from '~/server/responses/refusal'

describe('a refusal', () => {
  for (const language of languages) {
    it.each([403, 405, 413, 414, 421, 431, 500, 503] as const)(
      `is a page in ${language} for status %i`,
      (status) => {
        const answer = refusal(status, { language, requestId: 'abc-123' })
        const page = String(answer.body)
        expect(answer.status).toBe(status)
        expect(page).toContain(`<html lang="${language}"`)
        expect(page).toMatch(/<h1[^>]*>[^<]{10,}<\/h1>/)
        expect(page).toContain('abc-123')
        expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      },
    )
  }

  it('in a chat’s frame is read there on any site, and leads nowhere within it', () => {
    const visit = { language: 'en', requestId: 'abc-123', framed: true } as const
    const { headers, body } = refusal(413, visit)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' \*$/)
    expect(String(body)).not.toContain('<header')
    expect(String(body).match(/<a [^>]*>/g)).toEqual([
      '<a href="/" target="_blank" rel="noopener">',
    ])
  })
})
