import { type ChangeEvent, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { ErrorText } from './field'
import { useForm } from './use-form'

interface Props {
  label: string
  /** Follows the formats. */
  hint?: string
  /** Whether the form is nothing without one. */
  required?: boolean
  /** Whether what was chosen is shown below it, where nothing else on the page does. */
  preview?: boolean
  onChange?(event: ChangeEvent<HTMLInputElement>): void
}

/** What was chosen, as an address that has the picture in it; undefined for what is no picture. */
export function useChosenPicture() {
  const [chosen, setChosen] = useState<string>()
  const forget = () => setChosen(undefined)

  function choose({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) {
    forget()
    const [file] = files ?? []
    if (!file?.type.startsWith('image/')) return
    const reader = new FileReader()
    reader.onload = () => setChosen(String(reader.result))
    reader.readAsDataURL(file)
  }

  return { chosen, choose, forget }
}

/** Chooses the file of a form with the intent `save-photo`, or of one that `save`s more than it. */
export function PictureField({ label, hint, required = true, preview, onChange }: Props) {
  const { t } = useTranslation()
  const error = useForm('save-photo', 'save')?.errors.photo
  const { chosen, choose } = useChosenPicture()
  return (
    <div className="field attach">
      <label htmlFor="picture">{label}</label>
      <input
        type="file"
        id="picture"
        name="photo"
        accept=".png,.jpg,.jpeg,.webp,.avif,.gif"
        required={required}
        onChange={(event) => {
          choose(event)
          onChange?.(event)
        }}
        aria-describedby={error ? 'photo-hint photo-error' : 'photo-hint'}
        aria-invalid={error ? true : undefined}
        {...(error && { autoFocus: true })}
      />
      <span className="hint" id="photo-hint">
        {t('photo:formats')} {hint}
      </span>
      {preview && chosen && <img className="photo" src={chosen} width="96" height="96" alt="" />}
      <ErrorText id="photo-error" error={error} />
    </div>
  )
}
