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

/**
 * With focus. `text` replaces the action's; `except`: buttons whose forms show it themselves. `fields`,
 * for forms longer than a window: leads to each field with an error, by its id, which is its name.
 */
export function FormProblem({
  answer,
  except = [],
  text: given,
  fields = false,
}: {
  answer?: FormAnswer
  except?: readonly string[]
  text?: string | null
  fields?: boolean
}) {
  const { t } = useTranslation()
  const said = useSentence(answer?.errors.form)
  const text = given === undefined ? said : given
  const wrong = fields ? wrongFields(answer) : []
  if ((!text && wrong.length === 0) || except.includes(answer?.intent ?? '')) return null
  const focused = { tabIndex: -1, autoFocus: true }
  if (wrong.length === 0) {
    return (
      <p className="error" role="alert" data-problem {...focused}>
        <Warning />
        <span>{text}</span>
      </p>
    )
  }
  return (
    <div className="error" role="alert" data-problem {...focused}>
      <Warning />
      <div>
        <p>{text ?? t('errors:fields', { count: wrong.length })}</p>
        <ul>
          {wrong.map(([field, error]) => (
            <li key={field}>
              <FieldLink field={field} error={error} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function FieldLink({ field, error }: { field: string; error: FormError }) {
  return <a href={`#${field}`}>{useSentence(error)}</a>
}

function wrongFields(answer: FormAnswer | undefined): [string, FormError][] {
  return Object.entries(answer?.errors ?? {}).flatMap(([field, error]) =>
    error && field !== 'form' ? [[field, error]] : [],
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
