import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { longestName } from '~/domain/accounts/own-account'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

export function Name({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm('save-name')
  return (
    <section id="name" aria-labelledby="name-heading">
      <h2 id="name-heading">{t('profile:nameHeading')}</h2>
      <DeskForm className="stack" id="save-name">
        <FormProblem answer={answer} />
        <Field
          name="displayName"
          label={t('profile:nameLabel')}
          hint={t('profile:nameHint')}
          autoComplete="name"
          maxLength={longestName}
          defaultValue={page.displayName ?? ''}
        />
        <SubmitLine intent="save-name" label={t('profile:nameSubmit')} />
      </DeskForm>
    </section>
  )
}
