import type { z } from 'zod'
import type { UserRecord } from '../../domain/accounts/own-account'
import { isAnonymous, type SessionUser } from '../../domain/accounts/sessions'
import { soundText } from '../../domain/files/plain-text'
import { parseUrl } from '../../domain/text/urls'
import type { lookupAnswer } from './answers'

type FoundUser = z.output<typeof lookupAnswer>['users'][number]

export function toSessionUser(found: FoundUser): SessionUser {
  return {
    uid: found.localId,
    email: found.email,
    emailVerified: found.emailVerified,
    displayName: soundText(found.displayName ?? '').trim() || null,
    photoURL: httpsOnly(found.photoUrl),
    providerData: found.providerUserInfo.map(({ providerId }) => ({ providerId })),
  }
}

export function toUserRecord(found: FoundUser): UserRecord {
  const user = toSessionUser(found)
  return {
    user,
    phoneNumber: found.phoneNumber || null,
    isAnonymous: isAnonymous(user),
    tenantId: found.tenantId || null,
    createdAt: found.createdAt ?? null,
    lastLoginAt: found.lastLoginAt ?? null,
    validSince: found.validSince ?? null,
  }
}

/** The service stores any text as a photo's address, even `javascript:`. */
export function httpsOnly(address: string | undefined): string | null {
  if (!address || address.length > 2048 || !parseUrl(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' ? href : null
}
