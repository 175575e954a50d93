import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { Warning } from '../site/icons'
import { useGive } from './given'
import { useForm } from './use-form'

type InputProps = { multiline?: false; options?: undefined } & ComponentProps<'input'>
/** A browser cuts pasted text at `maxLength` without a word; the server names what is too long. */
type TextareaProps = {
  multiline: true
  options?: undefined
  maxLength?: undefined
} & ComponentProps<'textarea'>
type SelectProps = { multiline?: false; options: Option[] } & ComponentProps<'select'>

/** The value, its text, and the text's language if it is not the page's. */
export type Option = readonly [value: string | number, text: string, language?: string]

/**
 * A label, control, hint and error, linked for screen readers by `id`, or the name; shows what was
 * typed before. The first invalid field gets focus. `answer` is the page's unless it is given.
 */
export function Field({
  name,
  label,
  hint,
  ...given
}: { name: string; label: ReactNode; hint?: ReactNode; answer?: FormAnswer } & (
  | InputProps
  | TextareaProps
  | SelectProps
)) {
  const ofPage = useForm()
  const { answer = 'answer' in given ? undefined : ofPage, ...control } = given
  // Once it is changed, the answer's error is about words that are no longer there.
  const [changed, setChanged] = useState<FormAnswer>()
  const error = changed === answer ? undefined : answer?.errors[name]
  useGive()(name, control.defaultValue ?? control.options?.[0]?.[0])
  const id = control.id ?? name
  const first = answer && Object.keys(answer.errors).find((field) => answer.errors[field])
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    autoFocus: first === name || control.autoFocus || undefined,
    defaultValue: answer?.typed[name] ?? control.defaultValue,
  }
  return (
    <div className="field" onInput={() => setChanged(answer)}>
      <label htmlFor={id}>{label}</label>
      <Control {...control} {...shared} />
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  )
}

function Control({ multiline, options, ...props }: InputProps | TextareaProps | SelectProps) {
  if (multiline) return <textarea {...(props as ComponentProps<'textarea'>)} />
  if (!options) return <input {...(props as ComponentProps<'input'>)} />
  return (
    // React leaves the default of one that is there as it first was.
    <select key={String(props.defaultValue)} {...(props as ComponentProps<'select'>)}>
      <Options options={options} />
    </select>
  )
}

export function Options({ options }: { options: Option[] }) {
  return options.map(([value, text, language]) => (
    <option key={value} value={value} lang={language}>
      {text}
    </option>
  ))
}

export function ErrorText({ error, id }: { error?: string; id?: string }) {
  if (!error) return null
  return (
    <p className="error" id={id} role="alert">
      <Warning />
      <span>{error}</span>
    </p>
  )
}
