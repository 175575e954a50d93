import type { ReactNode } from 'react'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, titleWithin, type WordsHandle } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { shelfAddress } from './address'

/** The handle of a part that is one form, whose button's intent is `save-` and its name. */
export function partHandle(name: 'categories' | 'shipping', { i18n }: WordsHandle): PageHandle {
  return {
    page: 'shelf:page',
    i18n,
    stylesheet: 'desk',
    scripts: 'react',
    details: (_, t) => ({
      about: titleWithin(t, 'shelf:page', t(`shelf:${name}`)),
      draftForm: draftId,
      draftIntent: `save-${name}`,
    }),
  }
}

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
