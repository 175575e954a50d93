import { describe, expect, it } from 'vitest'
import { languages } from '~/domain/languages'
import { refusal } from '~/server/refusal'

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
      },
    )
  }
})
