import { useTranslation } from '~/i18n/translation'
import { Field } from './field'

/** Of an app or a recovery code: both are digits, for which telephones have a keyboard of their own. */
export function CodeField({
  name = 'code',
  ofApp = false,
  autoFocus,
}: {
  name?: string
  /** Recovery codes do not count. */
  ofApp?: boolean
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Field
      name={name}
      label={t('proof:code')}
      hint={t(ofApp ? 'proof:codeHintOfApp' : 'proof:codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={30}
      autoFocus={autoFocus}
      required
    />
  )
}
