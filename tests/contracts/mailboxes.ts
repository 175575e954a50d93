import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mailbox, newMailbox } from '../../app/domain/mail-in/mailboxes'
import type { Stores } from '../../app/domain/stores'
import { minute, type OpenStores } from './examples'

export const exampleMailbox: Mailbox = {
  id: 'mailbox-1',
  uidValidity: '4294967295',
  lastUid: 4_294_967_294,
  below: 40,
  left: 12,
  oldUid: 4_294_967_200,
  waiting: [3, 7],
  failedSince: minute(3),
  problem: 'password',
}

export function mailboxStoreContract(name: string, open: OpenStores) {
  describe(`mailboxes in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('are unknown at first, and then as they were saved last', async () => {
      const { mailboxes } = stores
      expect(await mailboxes.find('mailbox-1')).toBeUndefined()
      await mailboxes.save(exampleMailbox)
      expect(await mailboxes.find('mailbox-1')).toEqual(exampleMailbox)
      const readAgain = { ...newMailbox('mailbox-1'), uidValidity: '2', lastUid: 9 }
      await mailboxes.save(readAgain)
      expect(await mailboxes.find('mailbox-1')).toEqual(readAgain)
    })

    test('are apart from each other', async () => {
      const { mailboxes } = stores
      await mailboxes.save(exampleMailbox)
      await mailboxes.save(newMailbox('mailbox-2'))
      expect(await mailboxes.find('mailbox-1')).toEqual(exampleMailbox)
      expect(await mailboxes.find('mailbox-2')).toEqual(newMailbox('mailbox-2'))
    })
  })
}
