import { createHmac } from 'node:crypto'
import type { Order } from '../../domain/shop/orders'
import { emailKey } from '../../domain/text/email'
import { seal, unseal } from '../cookies/seal.server'
import { secretHash } from './ticket-link.server'

const purpose = 'checkout key'

export function sealCheckoutKey(secrets: readonly string[], checkoutKey: string): string {
  return seal(checkoutKey, purpose, secrets)
}

export function readCheckoutKey(secrets: readonly string[], sealed: string): string | undefined {
  return unseal(sealed, purpose, secrets)
}

/** 256 bits, base64url. From the cart's key: ordering again leads to the same order. */
export function orderSecret(serverSecret: string, checkoutKey: string): string {
  return createHmac('sha256', serverSecret).update(`order link\n${checkoutKey}`).digest('base64url')
}

/** Undefined if none of the server's secrets made it. */
export function recoverOrderSecret(
  serverSecrets: readonly string[],
  order: Pick<Order, 'checkoutKey' | 'secretHash'>,
): string | undefined {
  return serverSecrets
    .map((serverSecret) => orderSecret(serverSecret, order.checkoutKey))
    .find((secret) => secretHash(secret) === order.secretHash)
}

export function orderPath(secret: string, page: 'success' | 'cancel' = 'success'): string {
  return `/shop/${page}?order=${secret}`
}

/**
 * In e-mails: each mailbox has a link of its own, which proves that it was read, and which ends when the
 * order gets another address. The order's number and 256 bits, base64url.
 */
export function mailedSecret(order: Mailed, [newest = '']: readonly string[]): string {
  return mailedUnder(newest, order)
}

export function isMailedSecret(secret: string, order: Mailed, secrets: readonly string[]): boolean {
  return secrets.some((each) => secretHash(mailedUnder(each, order)) === secretHash(secret))
}

/** The number of the order that a mailed secret is of; undefined for a secret of another kind. */
export function orderNumberIn(secret: string): number | undefined {
  const [, number] = /^(\d{4,12})\.[\w-]+$/.exec(secret) ?? []
  return number === undefined ? undefined : Number(number)
}

type Mailed = Pick<Order, 'number' | 'checkoutKey' | 'email'>

function mailedUnder(serverSecret: string, { number, checkoutKey, email }: Mailed): string {
  const mac = createHmac('sha256', serverSecret)
    .update(`order mail\n${checkoutKey}\n${emailKey(email)}`)
    .digest('base64url')
  return `${number}.${mac}`
}
