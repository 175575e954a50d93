import type { LoginProvider } from '~/domain/identity/login-providers'
import { useTranslation } from '~/i18n/translation'
import { useSignInLink } from '../site/sign-in-links'
import { ErrorText } from './field'

export type ShownProvider = Pick<LoginProvider, 'id' | 'name'>

/** A button for each provider; the sign-in page answers it. */
export function ProviderForm({
  providers,
  error,
}: {
  providers: readonly ShownProvider[]
  error?: string
}) {
  const action = useSignInLink('/login')
  if (providers.length === 0) return null
  return (
    <form className="way" method="post" action={action}>
      <input type="hidden" name="intent" value="provider" />
      {providers.map((provider) => (
        <ProviderButton key={provider.id} {...provider} />
      ))}
      <ErrorText error={error} />
    </form>
  )
}

export function ProviderButton({ id, name }: ShownProvider) {
  const { t } = useTranslation()
  return (
    <button className="button second" name="provider" value={id}>
      {t('provider:with', { provider: name })}
    </button>
  )
}
