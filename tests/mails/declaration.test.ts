import { expect, test } from 'vitest'
import type { DeclarationContent } from '~/domain/letters/record-content'
import { newIdentity } from '~/domain/site/identity'
import { languages } from '~/domain/text/languages'
import { createCompose } from '~/mails/compose'
import { legalOf } from '../support/legal'
import { words } from '../support/locales'
import { config, noDesks } from '../support/mail-desk'

test.each(languages)(
  'an operator without a desk reads who has declared what, not that it was their own (%s)',
  async (language) => {
    const { received, copy, keep, ...own } = words[language].mails.declaration
    const legal = legalOf(undefined, (path) => path)
    const compose = createCompose(config, {
      ...noDesks,
      payments: {},
      legal: { read: async () => legal },
      siteIdentity: { read: async () => newIdentity },
    })
    const declaration = {
      id: 'declaration-1',
      key: 'key-1',
      language,
      matter: { kind: 'withdrawal' },
      name: 'Lena Köhler',
      email: 'lena@example.com',
      contract: 'Nr. 1007',
      endsOn: '',
      mailed: true,
      receivedAt: new Date('2026-03-04T11:00:00Z'),
    } satisfies DeclarationContent['declaration']
    const write = (kind: DeclarationContent['kind']) =>
      compose({ kind, declaration }, 'k', { withFiles: true })
    const [receipt, copied] = [await write('declaration-received'), await write('declaration-copy')]
    expect([receipt.to.address, copied.to.address]).toEqual([
      declaration.email,
      legal.company.email,
    ])
    expect(receipt.text).toContain(own.withdrawalHeading)
    expect(receipt.text).toContain(keep)
    expect(copied.subject).toBe(copy.withdrawal.replace('{{contract}}', 'Nr. 1007'))
    expect(copied.text).toContain(copy.withdrawalHeading)
    expect(copied.text).toContain(copy.next.replace('{{email}}', declaration.email))
    for (const each of [own.withdrawalHeading, own.next, keep])
      expect(copied.text).not.toContain(each)
    const [before = ''] = received.split('{{time}}')
    for (const { text } of [receipt, copied]) expect(text).toContain(before)
  },
)
