import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { AddressText } from '~/components/site/address-text'

const markup = (text: string) => renderToStaticMarkup(createElement(AddressText, { text }))

test.each([
  [
    'We will write to mila.b@post.example.org.',
    'We will write to <span class="address">mila<wbr/>.b<wbr/>@post<wbr/>.example<wbr/>.org.</span>',
  ],
  ['https://example.com/a?b=c', 'https://example<wbr/>.com<wbr/>/a<wbr/>?b<wbr/>=c'],
  [
    'mä@bücher.example: 3.50 or 1/2?',
    '<span class="address">mä@bücher<wbr/>.example:</span> 3.50 or 1/2?',
  ],
])('%s breaks between the parts of its addresses alone', (text, wanted) => {
  expect(markup(text)).toBe(wanted)
})

it('copied, a text is whole', () => {
  const text = '<a@b.c>, d@e.f\nand g'
  const escaped = markup(text).replace(/<[^>]*>/g, '')
  expect(escaped).toBe('&lt;a@b.c&gt;, d@e.f\nand g')
})
