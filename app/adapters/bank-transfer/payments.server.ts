import type { Bank } from '../../domain/legal/legal'
import type { Order } from '../../domain/shop/orders'
import type { PaymentService } from '../../domain/shop/payments'
import { creditorReference } from './reference'

/** The operator sees the money, and records it. */
const byHand = {
  begin: async () => ({ kind: 'show' }),
  lookUp: async () => ({ kind: 'open' }),
  // A transfer cannot be called back; a later one is recorded all the same.
  close: async () => ({ kind: 'over' }),
  readMessage: async () => ({ kind: 'refused' }),
  refund: async () => 'by-hand',
} satisfies Partial<PaymentService>

export function createPayOnPickup(): PaymentService {
  return { ...byHand, method: 'on-pickup', details: () => undefined }
}

export function createBankTransfer(): PaymentService {
  return {
    ...byHand,
    method: 'bank-transfer',
    details(order, bank) {
      const reference = creditorReference(order.number)
      return {
        holder: bank.holder,
        iban: bank.iban,
        bic: bank.bic,
        bank: bank.name,
        reference,
        amount: order.gross,
        until: order.payableUntil,
        code: transferText(bank, order, reference),
      }
    },
  }
}

/** The content of the QR code. Source: EPC069-12, version 002, character set UTF-8. */
export function transferText(bank: Bank, { gross }: Pick<Order, 'gross'>, reference: string) {
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bank.bic ?? '',
    bank.holder.slice(0, 70),
    bank.iban,
    `EUR${(gross / 100).toFixed(2)}`,
    // No purpose code; the reference as free text, which more apps show than its own field.
    '',
    '',
    reference,
  ].join('\n')
}
