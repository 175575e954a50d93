import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { linked } from '~/components/legal/legal-text'

const markup = (text: string) => renderToStaticMarkup(linked(text) as never)

test.each([
  [
    'Look at https://example.com/a?b=c, please.',
    'Look at <a class="whole" href="https://example.com/a?b=c">https://example<wbr/>.com<wbr/>/a<wbr/>?b<wbr/>=c</a>, please.',
  ],
  [
    'Write to a.b+c@example.co.uk.',
    'Write to <a class="whole" href="mailto:a.b+c@example.co.uk">a<wbr/>.b+c<wbr/>@example<wbr/>.co<wbr/>.uk</a>.',
  ],
  [
    '(http://example.com)',
    '(<a class="whole" href="http://example.com">http://example<wbr/>.com</a>)',
  ],
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
