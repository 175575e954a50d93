import { expect, test } from 'vitest'
import { tradeName } from '../../../app/domain/legal/trade-name'

test.each([
  ['Café Morgenrot e. K.', 'Café Morgenrot'],
  ['Café Morgenrot e.K.', 'Café Morgenrot'],
  ['Grünspan Bäckerei GmbH & Co. KG', 'Grünspan Bäckerei'],
  ['Grünspan UG (haftungsbeschränkt)', 'Grünspan'],
  ['Kettle & Sons, Ltd.', 'Kettle & Sons'],
  ['GmbH', 'GmbH'],
  ['Mara Morgenrot', 'Mara Morgenrot'],
  ['Verlag', 'Verlag'],
  ['', ''],
])('over the door of %j stands %j', (name, shown) => {
  expect(tradeName(name)).toBe(shown)
})
