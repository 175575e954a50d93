import { createHmac } from 'node:crypto'
import type { Invitation } from '../../domain/members/invitations'
import { secretHash } from './ticket-link.server'

/** 256 bits, base64url, from the key of the form that invites: sending the form again makes the same link. */
export function invitationSecret(serverSecret: string, deskId: string, createKey: string): string {
  return createHmac('sha256', serverSecret)
    .update(`invitation link\n${deskId}\n${createKey}`)
    .digest('base64url')
}

/** Undefined if none of the server's secrets made it. */
export function recoverInvitationSecret(
  serverSecrets: readonly string[],
  invitation: Pick<Invitation, 'deskId' | 'createKey' | 'secretHash'>,
): string | undefined {
  return serverSecrets
    .map((secret) => invitationSecret(secret, invitation.deskId, invitation.createKey))
    .find((secret) => secretHash(secret) === invitation.secretHash)
}
