import type { PaymentMethod } from '../domain/shop/orders'
import type { PaymentServices } from '../domain/shop/payments'
import { createBankTransfer, createPayOnPickup } from './bank-transfer/payments.server'
import { createStripePayments } from './stripe/payments.server'

type StripeOptions = Parameters<typeof createStripePayments>[0]

/** The named services, and paying on pick-up. `report` gets what fails, for the operator. */
export function createPayments(
  names: readonly PaymentMethod[],
  stripe: Omit<StripeOptions, 'report'> | undefined,
  report: StripeOptions['report'],
): PaymentServices {
  return {
    ...(names.includes('bank-transfer') && { 'bank-transfer': createBankTransfer() }),
    'on-pickup': createPayOnPickup(),
    ...(stripe && { stripe: createStripePayments({ ...stripe, report }) }),
  }
}
