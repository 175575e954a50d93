import { parseUrl } from '../text/urls'

/** Another service with whose accounts people sign in to accounts of our own, by OpenID Connect. */
export interface LoginProvider {
  /** In the address that it leads back to. */
  id: string
  /** As people know it. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether an address that it calls verified counts as proved. */
  provesAddresses: boolean
}

/** An issuer's name; its host for one that the settings no longer name. */
export function providerName(
  providers: readonly Pick<LoginProvider, 'issuer' | 'name'>[],
  issuer: string,
): string {
  const host = parseUrl(issuer)?.host ?? issuer
  return providers.find((each) => isIssuer(each, issuer))?.name ?? host
}

/** A slash after the host makes no difference. */
export function isIssuer(provider: Pick<LoginProvider, 'issuer'>, issuer: string): boolean {
  return new URL(provider.issuer).href === parseUrl(issuer)?.href
}
