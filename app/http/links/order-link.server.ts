import { createHmac } from 'node:crypto'
import type { Order } from '../../domain/shop/orders'
import { seal, unseal } from '../cookies/seal.server'
import { secretHash } from './ticket-link.server'

const purpose = 'checkout key'

/** A cart's key as a form carries it: only one that this server has shown comes back. */
export function sealCheckoutKey(secrets: readonly string[], checkoutKey: string): string {
  return seal(checkoutKey, purpose, secrets)
}

/** The key in a form's field; undefined if it is none of ours. */
export function readCheckoutKey(secrets: readonly string[], sealed: string): string | undefined {
  return unseal(sealed, purpose, secrets)
}

/**
 * The secret in a customer's link: 256 bits, base64url. It is made from the cart's key, so that
 * ordering again leads to the same order, while the store holds nothing but a hash.
 */
export function orderSecret(serverSecret: string, checkoutKey: string): string {
  return createHmac('sha256', serverSecret).update(`order link\n${checkoutKey}`).digest('base64url')
}

/** The secret of an order, under whichever of the server's secrets it was made; undefined if none made it. */
export function recoverOrderSecret(
  serverSecrets: readonly string[],
  order: Pick<Order, 'checkoutKey' | 'secretHash'>,
): string | undefined {
  return serverSecrets
    .map((serverSecret) => orderSecret(serverSecret, order.checkoutKey))
    .find((secret) => secretHash(secret) === order.secretHash)
}

/** The path of the order's own page, without its language. */
export function orderPath(secret: string, page: 'success' | 'cancel' = 'success'): string {
  return `/shop/${page}?order=${secret}`
}

/**
 * What the link in an order's e-mails carries besides the secret, which the sender of the form has
 * too: it proves that the mailbox was read. 128 bits, base64url.
 */
export function orderProof(secret: string, [newest = '']: readonly string[]): string {
  return proofUnder(newest, secret)
}

/** Whether one of the server's secrets made the proof for this order. */
export function isOrderProof(proof: string, secret: string, secrets: readonly string[]): boolean {
  return secrets.some((each) => secretHash(proofUnder(each, secret)) === secretHash(proof))
}

function proofUnder(serverSecret: string, secret: string): string {
  const bytes = createHmac('sha256', serverSecret).update(`order proof\n${secret}`).digest()
  return bytes.subarray(0, 16).toString('base64url')
}
