import { auditLogKind, createAuditLogStore } from './desks/audit-log-records'
import { createEmbedStore, embedKind } from './desks/embed-records'
import { createEntitlementStore, entitlementKind } from './desks/entitlement-records'
import { createPhotoStore, photoKind } from './files/photo-records'
import {
  actionCodeKind,
  createIdentityStore,
  identityKind,
  providerKind,
} from './identity/identity-records'
import { createPasskeyStore, passkeyKind } from './identity/passkey-records'
import { createSecondFactorStore, secondFactorKind } from './identity/second-factor-records'
import { createMailAliasStore, mailAliasKind } from './mail-in/alias-records'
import { createMailboxStore, mailboxKind } from './mail-in/mailbox-records'
import { invitationKind } from './members/invitation-records'
import { createInvitationStore } from './members/invitation-store'
import { createMemberStore, type MemberPorts, memberKind } from './members/member-records'
import { createLeaseStore } from './outbox/lease-records'
import { createMailStore, mailKind } from './outbox/mail-records'
import type { AnyKind } from './records/kinds'
import type { Records } from './records/records'
import { createRestrictedOrderStore } from './shop/restricted-order-records'
import type { Stores } from './stores'
import { createDraftStore, draftKind } from './tickets/draft-records'
import { createMentionStore, mentionKind } from './tickets/mention-records'
import { createSavedReplyStore, savedReplyKind } from './tickets/saved-reply-records'

/** Every noun that is declared once. Stores move and erase them by this list. */
export const kinds: readonly AnyKind[] = [
  actionCodeKind,
  auditLogKind,
  draftKind,
  embedKind,
  entitlementKind,
  identityKind,
  invitationKind,
  mailAliasKind,
  mailboxKind,
  mailKind,
  memberKind,
  mentionKind,
  passkeyKind,
  photoKind,
  providerKind,
  savedReplyKind,
  secondFactorKind,
]

/** Throws for a name that none has. */
export function kindCalled(noun: string): AnyKind {
  const kind = kinds.find((each) => each.noun === noun)
  if (!kind) throw new Error(`There is no kind ${noun}`)
  return kind
}

/** Those of an account, one for each, which are erased with it. */
export const kindsOfAccount = [photoKind, secondFactorKind]

/** Those of a desk, which are erased with it. */
export const kindsOfDesk = kinds.filter(({ desk }) => desk !== undefined)

type RecordStores = Pick<
  Stores,
  | 'auditLog'
  | 'drafts'
  | 'embeds'
  | 'entitlements'
  | 'identities'
  | 'invitations'
  | 'leases'
  | 'mailAliases'
  | 'mailboxes'
  | 'mails'
  | 'members'
  | 'mentions'
  | 'passkeys'
  | 'photos'
  | 'restrictedOrders'
  | 'savedReplies'
  | 'secondFactors'
>

export function createRecordStores(records: Records, ports: MemberPorts): RecordStores {
  return {
    auditLog: createAuditLogStore(records),
    drafts: createDraftStore(records),
    embeds: createEmbedStore(records),
    entitlements: createEntitlementStore(records),
    identities: createIdentityStore(records),
    invitations: createInvitationStore(records),
    leases: createLeaseStore(records),
    mailAliases: createMailAliasStore(records),
    mails: createMailStore(records),
    mailboxes: createMailboxStore(records),
    members: createMemberStore(records, ports),
    mentions: createMentionStore(records),
    passkeys: createPasskeyStore(records),
    photos: createPhotoStore(records),
    restrictedOrders: createRestrictedOrderStore(records),
    savedReplies: createSavedReplyStore(records),
    secondFactors: createSecondFactorStore(records),
  }
}
