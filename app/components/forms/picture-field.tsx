import type { ChangeEvent } from 'react'
import { useTranslation } from '~/i18n/translation'
import { ErrorText } from './field'
import { useForm } from './use-form'

interface Props {
  label: string
  /** Follows the formats. */
  hint?: string
  onChange?(event: ChangeEvent<HTMLInputElement>): void
}

/** Chooses the file of a form with the intent `save-photo`. */
export function PictureField({ label, hint, onChange }: Props) {
  const { t } = useTranslation()
  const error = useForm('save-photo')?.errors.photo
  return (
    <div className="field attach">
      <label htmlFor="picture">{label}</label>
      <input
        type="file"
        id="picture"
        name="photo"
        accept=".png,.jpg,.jpeg,.webp"
        required
        onChange={onChange}
        aria-describedby={error ? 'photo-hint photo-error' : 'photo-hint'}
        aria-invalid={error ? true : undefined}
        {...(error && { autoFocus: true })}
      />
      <span className="hint" id="photo-hint">
        {t('photo:formats')} {hint}
      </span>
      <ErrorText id="photo-error" error={error} />
    </div>
  )
}
