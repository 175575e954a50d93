import { describe, expect, it } from 'vitest'
import { inDetectedLanguage, isDetected } from '~/server/arrival/language-detection'

const home = { path: '/', query: '' }

describe('the language of the home page', () => {
  it.each([
    ['de', '/de'],
    ['de-DE', '/de'],
    ['DE-at,en;q=0.8', '/de'],
    ['en;q=0.8,de;q=0.9', '/de'],
    ['fr,de;q=0.5,en;q=0.4', '/de'],
    ['fr-CH, de-CH;q=0.9, en;q=0.8', '/de'],
    ['en', undefined],
    ['en-US,de;q=0.9', undefined],
    ['en,de', undefined],
    ['fr', undefined],
    ['de;q=0', undefined],
    ['de;q=0,en;q=0.1', undefined],
    ['*', undefined],
    ['', undefined],
    [',;q=,de;q=x', undefined],
    ['deutsch', undefined],
    [`${'x,'.repeat(5_000)}de`, undefined],
  ])('with Accept-Language %j', async (accepted, location) => {
    const answer = await inDetectedLanguage({ 'accept-language': accepted }, home)
    expect(answer?.headers.location).toBe(location)
  })

  it.each([
    ['i18n_redirected=de', 'en', '/de'],
    ['a=b; i18n_redirected=de; c=d', 'en', '/de'],
    ['i18n_redirected=en', 'de', undefined],
    ['i18n_redirected=fr', 'de', '/de'],
    ['i18n_redirected=', 'de', '/de'],
    ['x_i18n_redirected=de', 'en', undefined],
  ])('with the cookie %j and Accept-Language %s', async (cookie, accepted, location) => {
    const answer = await inDetectedLanguage({ cookie, 'accept-language': accepted }, home)
    expect(answer?.headers.location).toBe(location)
  })

  it('keeps the query and is stored by nobody', async () => {
    const mailed = { path: '/', query: '?from=mail' }
    expect(await inDetectedLanguage({ 'accept-language': 'de' }, mailed)).toEqual({
      status: 302,
      headers: {
        location: '/de?from=mail',
        'cache-control': 'private, no-store',
        vary: 'Accept-Language, Cookie',
      },
    })
  })

  it('is that of the set-up link too, and of no other page', async () => {
    const link = { path: '/signup', query: '?setup=secret' }
    const answer = await inDetectedLanguage({ 'accept-language': 'de' }, link)
    expect(answer?.headers.location).toBe('/de/signup?setup=secret')
    const pages = [home, link, { path: '/signup', query: '' }, { path: '/chat', query: '?setup=x' }]
    expect(pages.map(isDetected)).toEqual([true, true, false, false])
  })
})
