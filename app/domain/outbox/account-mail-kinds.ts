export type FactorMailKind =
  | 'second-factor-on'
  | 'second-factor-codes'
  | 'second-factor-off'
  | 'recovery-code-used'

export type ProviderMailKind = 'provider-linked' | 'provider-unlinked'

export type PasskeyMailKind = 'passkey-added' | 'passkey-removed'

/** Letters that say what has changed. */
export type AccountChangeKind =
  | 'account-password'
  | FactorMailKind
  | ProviderMailKind
  | PasskeyMailKind

export type AccountMailKind = 'account-link' | AccountChangeKind
