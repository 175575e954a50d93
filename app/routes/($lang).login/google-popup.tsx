import { Warning } from '~/components/site/icons'
import { PageScript } from '~/components/site/page-script'
import { type ClientCode, describe } from '~/domain/identity/errors'
import { useTranslation } from '~/i18n/translation'

const failures: ClientCode[] = [
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'user-cancelled',
  'network-request-failed',
  'account-exists-with-different-credential',
  'multi-factor-auth-required',
  'user-disabled',
  'operation-not-allowed',
  'too-many-requests',
  'unauthorized-domain',
  'web-storage-unsupported',
  'invalid-auth-event',
  'invalid-api-key',
  'auth-domain-config-required',
]

interface GooglePopupProps {
  apiKey: string
  authDomain: string
  emulator?: string
  to: string
}

export function GooglePopup({ apiKey, authDomain, emulator, to }: GooglePopupProps) {
  const { t } = useTranslation()
  const sentenceFor = (code: ClientCode) => t(describe(code).key as 'errors:general')
  const sentences = Object.fromEntries(failures.map((code) => [code, sentenceFor(code)]))
  return (
    <>
      <template
        id="google-popup"
        data-api-key={apiKey}
        data-auth-domain={authDomain}
        data-emulator={emulator}
        data-to={to}
        data-wait={t('login:googleWait')}
        data-again={t('login:googleHere')}
        data-failures={JSON.stringify(sentences)}
        data-general={sentenceFor('internal-error')}
      >
        {/* Without text: browsers without scripts show a template's content. */}
        <p className="error" role="alert">
          <Warning />
          <span />
        </p>
      </template>
      <PageScript />
    </>
  )
}
