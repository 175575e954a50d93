import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { LegalText, linked } from '~/components/legal/legal-text'

it('leaves out a first heading that repeats the title above it, and no other', () => {
  const sections = ['privacy ', 'Privacy'].map((heading) => ({ heading, paragraphs: ['Yes.'] }))
  const under = (title?: string) => renderToStaticMarkup(LegalText({ sections, title }) as never)
  const rest = '<p>Yes.</p></section><section><h2>Privacy</h2><p>Yes.</p></section>'
  expect(under('Privacy')).toBe(`<section>${rest}`)
  expect(under('Terms')).toBe(`<section><h2>privacy </h2>${rest}`)
})

const markup = (text: string) => renderToStaticMarkup(linked(text) as never)

test.each([
  [
    'Look at https://example.com/a?b=c, please.',
    'Look at <a href="https://example.com/a?b=c">https://example.com/a?b=c</a>, please.',
  ],
  [
    'Write to a.b+c@example.co.uk.',
    'Write to <a href="mailto:a.b+c@example.co.uk">a.b+c@example.co.uk</a>.',
  ],
  ['(http://example.com)', '(<a href="http://example.com">http://example.com</a>)'],
  ['a@b, @c and 3.50 are none', 'a@b, @c and 3.50 are none'],
])('%s is linked where it has an address', (text, wanted) => {
  expect(markup(text)).toBe(wanted)
})

it('keeps every word, whatever a long text is made of', () => {
  for (const part of ['a', 'a@', 'a.', '@a.', 'http://', 'http://,', 'a@a.', '-', 'https']) {
    const text = part.repeat(60_000 / part.length)
    expect(markup(text).replace(/<[^<>]*>/g, ''), part).toBe(text)
  }
})
