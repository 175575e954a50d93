import type { ReactNode } from 'react'
import { useLateCaptcha } from '~/components/forms/captcha'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, titleWithin, type WordsHandle } from '~/components/site/page'
import type { SectionName } from '~/domain/desks/sections'

interface SectionHandle<Page> extends WordsHandle {
  /** What saves its form, if that has more than a password. `page` is undefined where its loader failed. */
  draft?: string | ((page: Page | undefined, manages: boolean) => string | undefined)
}

/** The handle of a section's route. */
export function section<Page>(name: SectionName, own: SectionHandle<Page>): PageHandle {
  const { i18n, draft } = own
  return {
    page: 'settings:page',
    i18n,
    stylesheet: 'desk',
    scripts: 'react',
    details: (page, t, manages = false) => {
      const about = titleWithin(t, 'settings:page', t(`settings:sections.${name}`))
      const draftIntent =
        typeof draft === 'function' ? draft(page as Page | undefined, manages) : draft
      return { about, draftForm: draftIntent && draftId, draftIntent }
    },
  }
}

/** A section's page, with the problem of its refused form. `except` and `fields` as in FormProblem. */
export function Section({
  except,
  fields,
  children,
}: {
  except?: string[]
  fields?: boolean
  children: ReactNode
}) {
  const answer = useForm()
  useProblemFocus(answer)
  useLateCaptcha(answer)
  return (
    <>
      <FormProblem answer={answer} except={except} fields={fields} />
      {children}
    </>
  )
}
