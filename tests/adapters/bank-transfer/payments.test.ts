import { describe, expect, test } from 'vitest'
import {
  createBankTransfer,
  transferText,
} from '../../../app/adapters/bank-transfer/payments.server'
import { creditorReference } from '../../../app/adapters/bank-transfer/reference'
import { qrCode } from '../../../app/components/site/qr-code.server'
import { exampleOrder, paymentContract } from '../../contracts/payments'

const bank = { holder: 'Café Morgenrot', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' }

paymentContract('bank transfer', async () => ({
  service: createBankTransfer(),
  close: async () => undefined,
}))

describe('a bank transfer', () => {
  test('names its order in letters and digits, with check digits', () => {
    // The example of ISO 11649, and two neighbours that one slip must not confuse.
    expect(creditorReference(539007547034)).toBe('RF18539007547034')
    expect(creditorReference(1_001)).toMatch(/^RF\d{2}1001$/)
    expect(creditorReference(1_001).slice(0, 4)).not.toBe(creditorReference(1_011).slice(0, 4))
  })

  test('reads in a banking app as the standard says, line by line', () => {
    const lines = transferText(bank, { gross: 8_260 }, 'RF451001').split('\n')
    expect(lines).toEqual([
      ...['BCD', '002', '1', 'SCT', 'BYLADEM1001', 'Café Morgenrot', 'DE02120300000000202051'],
      ...['EUR82.60', '', '', 'RF451001'],
    ])
  })

  test('has a code no larger than banking apps read (version 13)', () => {
    const long = { ...bank, holder: 'Ä'.repeat(90) }
    const text = createBankTransfer().details(exampleOrder(), long)?.code ?? ''
    const { size, path } = qrCode(text)
    expect(size).toBeLessThanOrEqual(69 + 2 * 4)
    expect(path).toMatch(/^(M4 \d+(m-?\d+ 0h\d+v1h-\d+z)*)+$/)
  })

  test('is given back by hand', async () => {
    expect(await createBankTransfer().refund(exampleOrder(), { key: 'k', amount: 1 })).toBe(
      'by-hand',
    )
  })
})
