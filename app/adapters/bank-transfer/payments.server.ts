import { create } from 'qrcode'
import type { Bank } from '../../domain/legal/legal'
import type { Order } from '../../domain/shop/orders'
import type { PaymentService, TransferDetails } from '../../domain/shop/payments'
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
        code: renderCode(transferText(bank, order, reference)),
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

/** As one SVG path, so that the page stays small. Level M as EPC069-12 asks. */
function renderCode(text: string): TransferDetails['code'] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row += 1) {
    let from = -1
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) === 1
      if (dark && from < 0) from = column
      if (!dark && from >= 0) {
        path += `M${from} ${row}h${column - from}`
        from = -1
      }
    }
  }
  return { size: modules.size, path }
}
