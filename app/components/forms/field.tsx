import type { ComponentProps, ReactNode } from 'react'
import type { FormAnswer, FormError } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { Warning } from '../site/icons'

type InputProps = { multiline?: false } & ComponentProps<'input'>
type TextareaProps = { multiline: true } & ComponentProps<'textarea'>

/**
 * A label, control, hint and error, linked for screen readers by `id`, or the name. The first
 * invalid field gets focus.
 */
export function Field({
  name,
  label,
  hint,
  answer,
  ...control
}: { name: string; label: ReactNode; hint?: ReactNode; answer?: FormAnswer } & (
  | InputProps
  | TextareaProps
)) {
  const error = answer?.errors[name]
  const id = control.id ?? name
  const first = answer && Object.keys(answer.errors).find((field) => answer.errors[field])
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    autoFocus: first === name || undefined,
    defaultValue: answer?.typed[name] ?? control.defaultValue,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control.multiline ? (
        <textarea {...textareaProps(control)} {...shared} />
      ) : (
        <input {...inputProps(control)} {...shared} />
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  )
}

function textareaProps({ multiline: _, defaultValue: __, ...props }: TextareaProps) {
  return props
}

function inputProps({ multiline: _, defaultValue: __, ...props }: InputProps) {
  return props
}

export function ErrorText({ error, id }: { error?: FormError; id?: string }) {
  const { t } = useTranslation()
  if (!error) return null
  const { key, values } = typeof error === 'string' ? { key: error } : error
  return (
    <p className="error" id={id} role="alert">
      <Warning />
      <span>{t(key as 'errors:general', values)}</span>
    </p>
  )
}
