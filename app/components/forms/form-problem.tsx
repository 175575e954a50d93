import { useEffect } from 'react'
import type { FormAnswer, FormError } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { Warning } from '../site/icons'

/** What is wrong, as a sentence in the page's language; null for nothing. */
export function useSentence(error: FormError | undefined): string | null {
  const { t } = useTranslation()
  if (!error) return null
  const { key, values } = typeof error === 'string' ? { key: error } : error
  return t(key as 'errors:general', values)
}

/**
 * What is wrong with a form as a whole. It takes the focus, so that a long page shows it. `text` is
 * shown in place of what the answer says; `except` names the buttons of forms that say it themselves.
 */
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

/** Where scripts swap the page without loading it, the first thing that is wrong gets the focus too. */
export function useProblemFocus(answer: FormAnswer | undefined) {
  useEffect(() => {
    if (!answer) return
    document.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus()
  }, [answer])
}
