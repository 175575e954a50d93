import { describe, expect, test } from 'vitest'
import { deliveryHeaders, passedMailboxes } from '~/domain/mail-in/letters'

describe('mailboxes that an e-mail passed', () => {
  test.each(deliveryHeaders)('are in %s, one or several', (key) => {
    const value = '<Shop@cafe.example>, "Orders" <orders@cafe.example>,all@cafe.example'
    expect(passedMailboxes([{ key, value }])).toEqual([
      'shop@cafe.example',
      'orders@cafe.example',
      'all@cafe.example',
    ])
  })

  test('do not include those of its sender', () => {
    expect(passedMailboxes([{ key: 'cc', value: 'bob@guest.example' }])).toEqual([])
    expect(deliveryHeaders).toContain('x-envelope-to')
  })
})
