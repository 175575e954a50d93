import { accountStoreContract } from '../../contracts/accounts'
import { attachmentStoreContract } from '../../contracts/attachments'
import { auditLogContract } from '../../contracts/audit-log'
import { catalogueStoreContract } from '../../contracts/catalogue'
import { declarationStoreContract } from '../../contracts/declarations'
import { deskStoreContract } from '../../contracts/desks'
import { draftStoreContract } from '../../contracts/drafts'
import { embedStoreContract } from '../../contracts/embeds'
import { feedbackStoreContract } from '../../contracts/feedback'
import { invitationStoreContract } from '../../contracts/invitations'
import { leaseStoreContract } from '../../contracts/leases'
import { legalStoreContract } from '../../contracts/legal-details'
import { mailAliasStoreContract } from '../../contracts/mail-aliases'
import { mailboxStoreContract } from '../../contracts/mailboxes'
import { mailStoreContract } from '../../contracts/mails'
import { memberStoreContract } from '../../contracts/members'
import { orderStoreContract } from '../../contracts/orders'
import { passkeyStoreContract } from '../../contracts/passkeys'
import { photoStoreContract } from '../../contracts/photos'
import { recordsContract } from '../../contracts/records'
import { roundRobinContract } from '../../contracts/round-robin'
import { savedReplyStoreContract } from '../../contracts/saved-replies'
import { secondFactorStoreContract } from '../../contracts/second-factors'
import { sessionStoreContract } from '../../contracts/sessions'
import { siteClaimStoreContract } from '../../contracts/site-claim'
import { siteSettingsContract } from '../../contracts/site-settings'
import { onEmulator, openTemporaryRecords, openTemporaryStores } from './places'

onEmulator(() => {
  recordsContract('Firestore', openTemporaryRecords)
  for (const contract of [
    accountStoreContract,
    attachmentStoreContract,
    catalogueStoreContract,
    declarationStoreContract,
    deskStoreContract,
    draftStoreContract,
    embedStoreContract,
    feedbackStoreContract,
    auditLogContract,
    invitationStoreContract,
    leaseStoreContract,
    legalStoreContract,
    mailAliasStoreContract,
    mailboxStoreContract,
    mailStoreContract,
    memberStoreContract,
    orderStoreContract,
    photoStoreContract,
    roundRobinContract,
    savedReplyStoreContract,
    passkeyStoreContract,
    secondFactorStoreContract,
    sessionStoreContract,
    siteClaimStoreContract,
    siteSettingsContract,
  ]) {
    contract('Firestore', openTemporaryStores)
  }
})
