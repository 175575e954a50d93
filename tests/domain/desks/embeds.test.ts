import { describe, expect, it } from 'vitest'
import { contrast, leastContrast, readable } from '~/domain/desks/contrast'
import { grounds, ownLook } from '~/domain/desks/embeds'
import {
  colourProblem,
  isCut,
  originIn,
  typedColour,
  typedOrigins,
} from '~/domain/desks/embeds-input'

describe('a colour', () => {
  it('has the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
    expect(contrast('#336699', '#336699')).toBe(1)
  })

  it('that is legible stays, and for another the nearest legible one is found', () => {
    expect(readable('#000000', grounds.light)).toBe('#000000')
    for (const scheme of ['light', 'dark'] as const) {
      for (const colour of ['#808080', '#ffcc00', '#00ffff', '#e02060', '#20a0f0'] as const) {
        const nearest = readable(colour, grounds[scheme])
        const found = contrast(nearest, grounds[scheme])
        expect(found).toBeGreaterThanOrEqual(leastContrast)
        // Not further than it must: a colour that was changed is just good enough.
        if (nearest !== colour) expect(found).toBeLessThan(leastContrast + 0.2)
      }
      expect(colourProblem(scheme, ownLook[scheme])).toBeUndefined()
    }
  })

  it('that is illegible is refused with the nearest legible one', () => {
    expect(colourProblem('light', '#ffcc00')).toMatchObject({
      key: 'embed:errors.contrast',
      values: { contrast: 1.3, nearest: readable('#ffcc00', grounds.light) },
    })
  })

  it.each(['red', '#fff', '#12345g', '#123456;', 'url(x)'])('is not %j', (text) => {
    expect(typedColour.safeParse(text).success).toBe(false)
  })
})

describe('an origin', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['  HTTPS://Shop.Example/  ', 'https://shop.example'],
    ['shop.example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://käthe.example', 'https://xn--kthe-loa.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['https://shop.example/path?q=1#x', 'https://shop.example'],
    ['shop.example/en/', 'https://shop.example'],
    ['https://shop.example?x', 'https://shop.example'],
    ['https://shop.example#x', 'https://shop.example'],
  ])('is taken from %j as %s', (typed, origin) => {
    expect(originIn(typed)).toBe(origin)
  })

  it.each([
    'http://shop.example',
    '*',
    'https://*',
    'https://*.shop.example',
    'https://shop.example/a path',
    'https://shop.example;x/path',
    `https://shop.example/${'a'.repeat(3_000)}`,
    'https://me:secret@shop.example',
    'https://me@shop.example',
    "https://shop.example; script-src 'unsafe-inline'",
    'https://shop.example;',
    'https://shop.example,https://other.example',
    'https://shop.example https://other.example',
    'https://shop.example\thttps://other.example',
    'https://shop.example%0d%0aX: y',
    'https://shop.example\u0000',
    'https:\\\\shop.example',
    '//shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    "'self'",
    "'none'",
    'null',
    'https:',
    'https://',
    'https://shop..example',
    'https://[::1',
    'ws://shop.example',
    `https://${'a'.repeat(300)}.example`,
  ])('is not taken from %j', (typed) => {
    expect(originIn(typed)).toBeUndefined()
  })

  it.each([
    ['https://shop.example', false],
    ['https://shop.example/', false],
    ['shop.example', false],
    ['https://shop.example/shop', true],
    ['shop.example?x', true],
  ])('is cut from %j: %s', (typed, cut) => {
    expect(isCut(typed)).toBe(cut)
  })

  it('counts once, one per line, and one invalid line refuses the whole list', () => {
    expect(typedOrigins.parse('shop.example\r\n\n https://shop.example/ \nb.example')).toEqual([
      'https://shop.example',
      'https://b.example',
    ])
    expect(typedOrigins.parse(undefined)).toEqual([])
    expect(typedOrigins.safeParse('shop.example\n*').success).toBe(false)
    const many = Array.from({ length: 21 }, (_, index) => `s${index}.example`).join('\n')
    expect(typedOrigins.safeParse(many).success).toBe(false)
  })
})
