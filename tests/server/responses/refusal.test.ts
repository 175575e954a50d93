import { describe, expect, it } from 'vitest'
import { newIdentity, type SiteIdentity } from '~/domain/site/identity'
import { languages } from '~/domain/text/languages'
import { refusal } from '~/server/responses/refusal'

const at = (identity: SiteIdentity) => ({
  siteIdentity: { read: async () => identity, known: () => identity },
})
const context = at(newIdentity)

describe('a refusal', () => {
  for (const language of languages) {
    it.each([403, 405, 413, 414, 421, 431, 500, 503] as const)(
      `is a page in ${language} for status %i`,
      (status) => {
        const answer = refusal(status, { language, requestId: 'abc-123', context })
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
    const visit = { language: 'en', requestId: 'abc-123', framed: true, context } as const
    const { headers, body } = refusal(413, visit)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' \*$/)
    expect(String(body)).not.toContain('<header')
    expect(String(body).match(/<a [^>]*>/g)).toEqual([
      '<a href="/" target="_blank" rel="noopener">',
    ])
  })

  it('is one of the business’s own pages', () => {
    const look = { light: '#102030', dark: '#a0b0c0', side: 'right' } as const
    const own = at({ ...newIdentity, name: 'Käthe & Söhne', named: true, look })
    const { body } = refusal(405, { language: 'de', requestId: 'abc-123', context: own })
    expect(String(body)).toContain('Käthe &amp; Söhne')
    expect(String(body)).toContain('#102030')
    expect(String(body)).not.toContain('Tresen')
  })
})
