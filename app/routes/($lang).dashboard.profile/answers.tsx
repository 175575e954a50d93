import { SignatureFields } from '~/components/desks/signature-fields'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { undoChoices } from '~/domain/tickets/undo-seconds'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

/** What a member chooses for their answers at the desk. */
export function Answers({ answers }: { answers: NonNullable<ProfilePage['answers']> }) {
  const { t } = useTranslation()
  const answer = useForm('save-answers')
  return (
    <section id="answers" aria-labelledby="answers-heading">
      <h2 id="answers-heading">{t('profile:answersHeading')}</h2>
      <DeskForm className="stack" place="answers">
        <FormProblem answer={answer} />
        <Field
          name="undoSeconds"
          label={t('profile:undoLabel')}
          hint={t('profile:undoHint')}
          defaultValue={answers.undoSeconds}
          options={undoChoices.map((seconds) => [
            seconds,
            seconds === 0 ? t('profile:undoNever') : t('profile:undoSeconds', { seconds }),
          ])}
        />
        <SignatureFields signature={answers.signature} fallback={answers.ofDesk} answer={answer} />
        <SubmitLine intent="save-answers" label={t('profile:answersSubmit')} />
      </DeskForm>
    </section>
  )
}
