import 'virtual:room-words/privacy'
import { Form } from '@remix-run/react'
import { FormProblem, useSentence } from '~/components/forms/form-problem'
import { retentionPeriods } from '~/domain/desks/retention'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

/** After how long without a change conversations are erased, if at all. */
export function Privacy({ page, answer }: { page: Pages['privacy']; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const problem = useSentence(answer?.errors.retention)
  return (
    <section id="privacy" aria-labelledby="privacy-heading">
      <h2 id="privacy-heading">{t('settings.privacy.heading')}</h2>
      <p>{t('settings.privacy.lead')}</p>
      <Form className="stack" method="post">
        <FormProblem text={problem} />
        <div className="field">
          <label htmlFor="retention">{t('settings.privacy.label')}</label>
          <select
            id="retention"
            name="retention"
            aria-describedby="retention-hint"
            defaultValue={page.retention ?? 'never'}
          >
            <option value="never">{t('settings.privacy.never')}</option>
            {retentionPeriods.map((days) => (
              <option key={days} value={days}>
                {t(`settings.privacy.after.${days}`)}
              </option>
            ))}
          </select>
          <span className="hint" id="retention-hint">
            {t('settings.privacy.hint')}
          </span>
        </div>
        <p>
          <button className="button" name="intent" value="save-retention">
            {t('settings.privacy.save')}
          </button>
        </p>
      </Form>
    </section>
  )
}
