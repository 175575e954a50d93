interface Row {
  status: number
  /** The service's codes, without the detail after " : ". */
  server: readonly string[]
}

/**
 * Client codes of the Firebase browser SDK (without "auth/"), the service's codes for each and our
 * status. 503: only we or time can fix it. Wrong credentials are 400: 401 requires
 * WWW-Authenticate (RFC 9110 §15.5.2), useless for forms, and is left to void tokens.
 */
const catalogue = {
  'email-already-in-use': { status: 409, server: ['EMAIL_EXISTS'] },
  'wrong-password': { status: 400, server: ['INVALID_PASSWORD'] },
  'user-not-found': { status: 400, server: ['EMAIL_NOT_FOUND'] },
  'invalid-credential': {
    status: 400,
    server: [
      'INVALID_LOGIN_CREDENTIALS',
      'INVALID_IDP_RESPONSE',
      'INVALID_PENDING_TOKEN',
      'INVALID_TEMPORARY_PROOF',
    ],
  },
  'invalid-email': {
    status: 400,
    server: ['INVALID_EMAIL', 'INVALID_IDENTIFIER', 'INVALID_NEW_EMAIL', 'INVALID_RECIPIENT_EMAIL'],
  },
  'missing-email': {
    status: 400,
    server: ['MISSING_EMAIL', 'MISSING_NEW_EMAIL', 'MISSING_IDENTIFIER'],
  },
  'missing-password': { status: 400, server: ['MISSING_PASSWORD'] },
  'weak-password': { status: 400, server: ['WEAK_PASSWORD'] },
  'password-does-not-meet-requirements': {
    status: 400,
    server: ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
  },
  'user-disabled': { status: 403, server: ['USER_DISABLED'] },
  'operation-not-allowed': {
    status: 403,
    server: ['OPERATION_NOT_ALLOWED', 'PASSWORD_LOGIN_DISABLED'],
  },
  'admin-restricted-operation': { status: 403, server: ['ADMIN_ONLY_OPERATION'] },
  'multi-factor-auth-required': { status: 403, server: [] },
  'credential-already-in-use': { status: 409, server: ['FEDERATED_USER_ID_ALREADY_LINKED'] },
  'account-exists-with-different-credential': { status: 409, server: [] },
  /** A provider's invalid proof; 'invalid-credential' reads as a typing error. */
  'rejected-credential': {
    status: 400,
    server: [
      'REJECTED_CREDENTIAL',
      'INVALID_CREDENTIAL_OR_PROVIDER_ID',
      'MISSING_OR_INVALID_NONCE',
    ],
  },
  'user-cancelled': { status: 400, server: ['USER_CANCELLED'] },
  /** Our own: a provider does not answer, which is no fault of this server (RFC 4918 §11.4), or gives no address. */
  'provider-unreachable': { status: 424, server: [] },
  'provider-without-address': { status: 403, server: [] },
  'email-change-needs-verification': {
    status: 403,
    server: ['EMAIL_CHANGE_NEEDS_VERIFICATION'],
  },
  'too-many-requests': {
    status: 429,
    server: ['TOO_MANY_ATTEMPTS_TRY_LATER', 'RESET_PASSWORD_EXCEED_LIMIT'],
  },
  'quota-exceeded': { status: 429, server: ['QUOTA_EXCEEDED', 'RESOURCE_EXHAUSTED'] },
  'expired-action-code': { status: 410, server: ['EXPIRED_OOB_CODE'] },
  'invalid-action-code': { status: 400, server: ['INVALID_OOB_CODE'] },
  'invalid-user-token': {
    status: 401,
    server: [
      'INVALID_ID_TOKEN',
      'MISSING_ID_TOKEN',
      'INVALID_REFRESH_TOKEN',
      'MISSING_REFRESH_TOKEN',
      'INVALID_GRANT_TYPE',
      'PROJECT_NUMBER_MISMATCH',
    ],
  },
  'user-token-expired': { status: 401, server: ['TOKEN_EXPIRED', 'USER_NOT_FOUND'] },
  'requires-recent-login': { status: 401, server: ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN'] },
  'missing-recaptcha-token': { status: 400, server: ['MISSING_RECAPTCHA_TOKEN'] },
  'invalid-recaptcha-token': { status: 400, server: ['INVALID_RECAPTCHA_TOKEN'] },
  'captcha-check-failed': { status: 400, server: ['CAPTCHA_CHECK_FAILED'] },
  'invalid-recaptcha-action': { status: 503, server: ['INVALID_RECAPTCHA_ACTION'] },
  'invalid-recaptcha-version': { status: 503, server: ['INVALID_RECAPTCHA_VERSION'] },
  'missing-recaptcha-version': { status: 503, server: ['MISSING_RECAPTCHA_VERSION'] },
  'recaptcha-not-enabled': { status: 503, server: ['RECAPTCHA_NOT_ENABLED'] },
  'missing-client-type': { status: 503, server: ['MISSING_CLIENT_TYPE'] },
  'invalid-req-type': { status: 503, server: ['INVALID_REQ_TYPE'] },
  'invalid-oauth-client-id': { status: 503, server: ['INVALID_OAUTH_CLIENT_ID'] },
  'invalid-provider-id': { status: 503, server: ['INVALID_PROVIDER_ID'] },
  'invalid-continue-uri': {
    status: 503,
    server: ['INVALID_CONTINUE_URI', 'INVALID_HOSTING_LINK_DOMAIN', 'INVALID_DYNAMIC_LINK_DOMAIN'],
  },
  'unauthorized-continue-uri': { status: 503, server: ['UNAUTHORIZED_DOMAIN'] },
  'network-request-failed': { status: 503, server: [] },
  /** Faults of the key or its project, whatever the wording. */
  'invalid-api-key': {
    status: 503,
    server: [
      'API_KEY_INVALID',
      'API_KEY_HTTP_REFERRER_BLOCKED',
      'API_KEY_IP_ADDRESS_BLOCKED',
      'API_KEY_SERVICE_BLOCKED',
      'SERVICE_DISABLED',
      'keyInvalid',
      'ipRefererBlocked',
      'CONFIGURATION_NOT_FOUND',
      'PROJECT_DISABLED',
    ],
  },
  /** Our own: many passwords are being checked at once. */
  'server-busy': { status: 503, server: [] },
  'internal-error': {
    status: 503,
    server: [
      'MISSING_REQ_TYPE',
      'MISSING_OOB_CODE',
      'MISSING_CONTINUE_URI',
      'MISSING_CUSTOM_TOKEN',
      'BLOCKING_FUNCTION_ERROR_RESPONSE',
      'MISSING_GRANT_TYPE',
      'MISSING_REQUEST_URI',
      'INVALID_REQUEST_URI',
      'INVALID_SENDER',
      'INVALID_MESSAGE_PAYLOAD',
      'INVALID_TENANT_ID',
      'TENANT_ID_MISMATCH',
      'UNSUPPORTED_TENANT_OPERATION',
    ],
  },
  /** Our own: hidden here, and soon deleted at the service. */
  'account-being-deleted': { status: 409, server: [] },
  /** Our own: the second factor is asked for, a code is wrong, or there were too many or it took too long. */
  'second-factor-required': { status: 403, server: [] },
  'wrong-second-factor': { status: 400, server: [] },
  'second-factor-over': { status: 400, server: [] },
  /** Our own: a passkey is none of an account here, or what it signed is wrong; too late, or not begun here. */
  'wrong-passkey': { status: 400, server: [] },
  'passkey-over': { status: 400, server: [] },
  /** Our own: see `endedByProof`. */
  'unproven-password': { status: 403, server: [] },
  // Only browsers can meet these; they use the same codes for words.
  'unauthorized-domain': { status: 400, server: [] },
  'popup-blocked': { status: 400, server: [] },
  'popup-closed-by-user': { status: 400, server: [] },
  'cancelled-popup-request': { status: 400, server: [] },
  'web-storage-unsupported': { status: 400, server: [] },
  'invalid-auth-event': { status: 400, server: [] },
  'auth-domain-config-required': { status: 400, server: [] },
} as const satisfies Record<string, Row>

export type ClientCode = keyof typeof catalogue

export const clientCodes = Object.keys(catalogue) as ClientCode[]

const meanings = new Map<string, ClientCode>(
  clientCodes.flatMap((code) => catalogue[code].server.map((server) => [server, code] as const)),
)

export const serverCodes: readonly string[] = [...meanings.keys()]

/** The API gateway describes problems of a key in sentences, without a code. */
const keySentences = [
  'The request is missing a valid API key',
  'API key not valid',
  'API key expired',
  'The provided API key',
  'Requests from referer',
  'Requests from this',
  'Requests to this API',
  'Identity Toolkit API has not been used',
]

/**
 * The client code of a service message: `CODE`, `CODE : detail` or a sentence about the key.
 * Unknown ones are 'internal-error', 503: new to us, so the person cannot fix it, and may succeed
 * later.
 */
export function fromServer(message: string): ClientCode {
  const code = message.split(' : ', 1)[0]?.trim() ?? ''
  if (keySentences.some((sentence) => code.startsWith(sentence))) return 'invalid-api-key'
  return meanings.get(code) ?? 'internal-error'
}

/** The keys that the specification names (§8); the others are made of their codes. */
const namedKeys: Partial<Record<ClientCode, string>> = {
  'user-not-found': 'errors:auth.userNotFound',
  'wrong-password': 'errors:auth.wrongPassword',
  'internal-error': 'errors:general',
}

/** Our status, and the locale key of the sentence. */
export function describe(code: ClientCode): { status: number; key: string } {
  const camelCase = code.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return { status: catalogue[code].status, key: namedKeys[code] ?? `auth:${camelCase}` }
}
