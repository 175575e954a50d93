/** What a genuine ID token says. */
export interface VerifiedToken {
  uid: string
  /** When its owner last proved who they are; a refreshed token keeps it. */
  authTime: Date
  expiresAt: Date
}

/** Tells the identity service's ID tokens from forgeries, for a token that came from elsewhere. */
export interface TokenVerifier {
  /**
   * Checks signature, project and expiry by the service's public keys, not whether the token was
   * revoked since. Throws an IdentityError: invalid-user-token (no ID token, forged, of another
   * project), user-token-expired, user-disabled (only where the service is asked anyway),
   * network-request-failed (the keys do not come). It throws nothing else for any text.
   */
  verify(idToken: string): Promise<VerifiedToken>
}
