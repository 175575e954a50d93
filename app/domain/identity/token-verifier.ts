export interface VerifiedToken {
  uid: string
  /** Of the last proof; refreshing keeps it. */
  authTime: Date
  expiresAt: Date
  /** Of the sign-in, as in `ProviderInfo`; 'password' also for an e-mailed link, and if it is not said. */
  provider: string
}

export interface TokenVerifier {
  /**
   * Checks signature, project and expiry, not revocation. Throws an IdentityError only:
   * invalid-user-token (none, forged, or of another project), user-token-expired, user-disabled
   * (where the service is asked), network-request-failed (no keys).
   */
  verify(idToken: string): Promise<VerifiedToken>
}
