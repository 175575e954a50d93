import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { FormProblem, useSentence } from '~/components/forms/form-problem'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './profile-page.server'

export function Name({ page, answer }: { page: ProfilePage; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const problem = useSentence(answer?.errors.form)
  return (
    <section id="name" aria-labelledby="name-heading">
      <h2 id="name-heading">{t('profile:nameHeading')}</h2>
      <Form className="stack" id="save-name" method="post">
        <FormProblem text={problem} />
        <Field
          name="displayName"
          label={t('profile:nameLabel')}
          hint={t('profile:nameHint')}
          autoComplete="name"
          maxLength={80}
          defaultValue={page.displayName ?? ''}
          answer={answer}
        />
        <p>
          <button className="button" name="intent" value="save-name">
            {t('profile:nameSubmit')}
          </button>
        </p>
      </Form>
    </section>
  )
}
