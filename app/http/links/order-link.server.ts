import { createHmac } from 'node:crypto'
import type { Order } from '../../domain/shop/orders'
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

/** Only the e-mails' link has it: proves that the mailbox was read. 128 bits, base64url. */
export function orderProof(secret: string, [newest = '']: readonly string[]): string {
  return proofUnder(newest, secret)
}

export function isOrderProof(proof: string, secret: string, secrets: readonly string[]): boolean {
  return secrets.some((each) => secretHash(proofUnder(each, secret)) === secretHash(proof))
}

function proofUnder(serverSecret: string, secret: string): string {
  const bytes = createHmac('sha256', serverSecret).update(`order proof\n${secret}`).digest()
  return bytes.subarray(0, 16).toString('base64url')
}
