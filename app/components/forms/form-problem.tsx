import { useEffect } from 'react'
import type { FormAnswer, FormError } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { Warning } from '../site/icons'

export function useSentence(error: FormError | undefined): string | null {
  const { t } = useTranslation()
  if (!error) return null
  const { key, values } = typeof error === 'string' ? { key: error } : error
  return t(key as 'errors:general', values)
}

/** With focus. `text` replaces the action's; `except`: buttons whose forms show it themselves. */
export function FormProblem({
  answer,
  except = [],
  text: given,
}: {
  answer?: FormAnswer
  except?: readonly string[]
  text?: string | null
}) {
  const said = useSentence(answer?.errors.form)
  const text = given === undefined ? said : given
  if (!text || except.includes(answer?.intent ?? '')) return null
  const focused = { tabIndex: -1, autoFocus: true }
  return (
    <p className="error" role="alert" data-problem {...focused}>
      <Warning />
      <span>{text}</span>
    </p>
  )
}

/** Matches what a refused form is shown with. */
export const problemFields = '[aria-invalid="true"], [data-problem]'

/** Focuses the first error where scripts swap the page without loading it. */
export function useProblemFocus(answer: FormAnswer | undefined) {
  useEffect(() => {
    if (!answer) return
    document.querySelector<HTMLElement>(problemFields)?.focus()
  }, [answer])
}
