import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { FormProblem, useSentence } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { erasureWords } from '~/domain/erasure/erasure'
import type { FormAnswer } from '~/domain/forms/forms'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { sectionAddress } from '../sections'
import type { Pages } from '../sections.server'
import { deletionStep } from './deletion-step'

/** First a link that only leads to the form; then what will be gone, and the form. */
export function Deletion({ page, answer }: { page: Pages['delete']; answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <section id="delete" aria-labelledby="delete-heading">
      <h2 id="delete-heading">{t('settings.deleteHeading')}</h2>
      {page.confirming ? (
        <DeletionForm page={page} answer={answer} />
      ) : (
        <>
          <p>{t('settings.deleteText')}</p>
          <p>
            <AppLink className="button danger" to={deletionStep}>
              {t('settings.deleteOpen')}
            </AppLink>
          </p>
        </>
      )}
    </section>
  )
}

function DeletionForm({ page, answer }: { page: Pages['delete']; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const problem = useSentence(answer?.errors.form)
  const word = erasureWords[language]
  return (
    // It leads away from the desk, to a page that is no part of the app.
    <Form className="stack" id="delete-account" method="post" reloadDocument>
      <FormProblem text={problem} />
      <p>{t('settings.deleteLead')}</p>
      <ul className="gone">
        <li>{t('settings.goneAccount', { email: page.email })}</li>
        <li>
          {page.deskName
            ? t('settings.goneNamedDesk', { name: page.deskName })
            : t('settings.goneDesk')}
        </li>
        <li>{t('settings.goneTickets', { count: page.tickets })}</li>
        <li>{t('settings.goneLinks')}</li>
      </ul>
      <p>{t('settings.deleteTraces')}</p>
      <p>
        {t('settings.deleteExport')}{' '}
        <AppLink to={sectionAddress('export')}>{t('settings.exportHeading')}</AppLink>
      </p>
      {page.deletionAsks === 'sign-in' ? (
        <SignInAgain />
      ) : (
        <>
          <ProofField asked={page.deletionAsks} name="deletionPassword" answer={answer} />
          <Field
            name="confirmation"
            label={t('settings.deleteWord', { word })}
            autoComplete="off"
            autoCapitalize="none"
            required
            answer={answer}
          />
          <div className="deeds">
            <button className="button danger" name="intent" value="delete">
              {t('settings.deleteSubmit')}
            </button>{' '}
            <AppLink className="button second" to={sectionAddress('delete')}>
              {t('settings.deleteCancel')}
            </AppLink>
          </div>
        </>
      )}
    </Form>
  )
}
