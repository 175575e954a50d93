import { hash, randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Ticket } from '../../domain/tickets/tickets'
import { secretHash, ticketSecret } from '../links/ticket-link.server'

/** 128 random bits. Secret: resending a conversation's first form opens it. */
export function newFormKey(): string {
  return randomBytes(16).toString('hex')
}

export const formKeyField = z
  .string({ required_error: 'errors:form.key' })
  .regex(/^[a-z0-9]{1,40}$/, 'errors:form.key')

/** SHA-256, base64url: what stores keep, and no form can send. */
export function formKeyHash(key: string): string {
  return hash('sha256', key, 'base64url')
}

/** From when keys were stored in the clear, which must not open a conversation from an old copy. */
export async function findByClearKey(
  { config, services }: Pick<AppLoadContext, 'config' | 'services'>,
  deskId: string,
  key: string,
): Promise<Ticket | undefined> {
  for (const serverSecret of config.secrets) {
    const hash = secretHash(ticketSecret(serverSecret, deskId, key))
    const ticket = await services.tickets.find({ secretHash: hash })
    if (ticket) return ticket
  }
  return undefined
}
