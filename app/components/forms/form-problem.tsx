import { useEffect, useState } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Warning } from '../site/icons'

/**
 * Takes focus. `text` replaces the action's message; `except` lists buttons whose forms show their own.
 * `fields`, for forms longer than a window, links to each field with an error by its id, which is its name;
 * `label` begins the lines of those whose errors do not name them.
 */
export function FormProblem({
  answer,
  except = [],
  text: given,
  fields = false,
  label,
}: {
  answer?: FormAnswer
  except?: readonly string[]
  text?: string | null
  fields?: boolean
  label?: (field: string) => string | undefined
}) {
  const { t } = useTranslation()
  const changed = useChangedFields(answer)
  const wrong = Object.entries((fields && answer?.errors) || {}).filter(
    ([field]) => field !== 'form' && !changed.includes(field),
  )
  const text =
    (given === undefined ? answer?.errors.form : given) ?? (wrong[0] && t('errors:fields'))
  if (!text || except.includes(answer?.intent ?? '')) return null
  const focused = { tabIndex: -1, autoFocus: true }
  return (
    <div className="error" role="alert" data-problem {...focused}>
      <Warning />
      <div>
        {text}{' '}
        {wrong[0] && (
          <ul>
            {wrong.map(([field, error]) => (
              <li key={field}>
                <a href={`#${field}`}>
                  {label?.(field)}
                  {error}
                </a>
              </li>
            ))}
          </ul>
        )}
        {answer?.see && (
          <LocalizedLink to={answer.see} target="_blank">
            {t('errors:form.see')}
          </LocalizedLink>
        )}
      </div>
    </div>
  )
}

/** Those changed since that answer, whose errors are about words that are no longer there. */
function useChangedFields(answer: FormAnswer | undefined): readonly string[] {
  const [changed, setChanged] = useState<{ answer?: FormAnswer; fields: string[] }>()
  useEffect(() => {
    const note = ({ target }: Event) => {
      const { name } = target as HTMLInputElement
      setChanged((before) => {
        const fields = before?.answer === answer ? (before?.fields ?? []) : []
        return { answer, fields: [...fields, name] }
      })
    }
    if (answer) document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [answer])
  return changed && changed.answer === answer ? changed.fields : []
}

/** Matches the elements that mark a refused form. */
export const problemFields = '[aria-invalid="true"], [data-problem]'

/** Unfolds all errors and focuses the first where scripts swap the page without loading it. */
export function useProblemFocus(answer: FormAnswer | undefined) {
  useEffect(() => {
    if (!answer) return
    const problems = document.querySelectorAll<HTMLElement>(problemFields)
    for (const each of problems) each.closest('details')?.setAttribute('open', '')
    problems[0]?.focus()
  }, [answer])
}
