import type { ReactNode } from 'react'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { shelfAddress } from './address'

/** A page of the shelf with the problem of its refused form, and the way back to the products. */
export function Part({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const answer = useForm()
  useProblemFocus(answer)
  return (
    <>
      <p>
        <AppLink to={shelfAddress()}>← {t('shelf:back')}</AppLink>
      </p>
      <FormProblem answer={answer} fields />
      {children}
    </>
  )
}
