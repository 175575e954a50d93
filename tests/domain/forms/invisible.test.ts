import { expect, test } from 'vitest'
import { opinionForm } from '../../../app/domain/feedback/input'
import { optionalLines } from '../../../app/domain/forms/lines'
import { terminationForm } from '../../../app/domain/legal/declarations-input'
import { textForm } from '../../../app/domain/legal/legal-forms'
import { readCatalogue } from '../../../app/domain/shop/catalogue-input'
import { productForm } from '../../../app/domain/shop/product-input'
import { partForm } from '../../../app/domain/site/home-input'
import { messageBody } from '../../../app/domain/tickets/message-input'
import { savedReplyText } from '../../../app/domain/tickets/saved-replies-input'

const product = {
  ...{ kind: 'good', category: 'tea', price: '3', delivery: 'shipping' },
  ...{ titleEn: 'Tea', summaryEn: 'Green', descriptionEn: 'Green', deliveryTimeEn: 'soon' },
}

test.each(['\u200b', '\u2800', '\u3164\n\u00ad', '\u2060 \u0301'])(
  'a text of %j alone is none, in every form',
  (text) => {
    const messageOf = (parsed: { error?: { issues: { message: string }[] } }) =>
      parsed.error?.issues.map(({ message }) => message)
    expect(messageOf(messageBody.safeParse(text))).toEqual(['errors:message.empty'])
    expect(opinionForm.parse({ rating: '5', comment: text }).comment).toBe('')
    expect(savedReplyText.parse(text)).toBeUndefined()
    expect(optionalLines(9, 'long').parse(text)).toBe('')
    expect(messageOf(productForm('en').safeParse({ ...product, titleEn: text }))).toEqual([
      'shelf:errors.missing.title',
    ])
    expect(partForm('about', 'en').parse({ titleEn: text }).texts.title).toEqual({ en: '', de: '' })
    expect(messageOf(textForm('disputes', false).safeParse({ text }))).toEqual([
      'company:errors.empty',
    ])
    const declared = {
      name: 'Ada',
      contract: '1001',
      email: 'ada@example.com',
      key: 'k'.repeat(25),
    }
    expect(
      messageOf(terminationForm.safeParse({ ...declared, cause: 'important', reason: text })),
    ).toEqual(['withdrawal:errors.reason'])
  },
)

test('a file has no product without a title that can be seen', () => {
  const read = readCatalogue({
    currency: 'EUR',
    categories: { tea: { en: '\u3164' } },
    products: [],
  })
  expect(read).toMatchObject({
    problems: expect.arrayContaining(['categories.tea: is empty in every language']),
  })
})
