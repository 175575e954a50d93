import { DeskForm } from '~/components/forms/desk-form'
import { FormProblem } from '~/components/forms/form-problem'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

/** What a member chooses for the lists of the desk. */
export function Lists({ lists }: { lists: NonNullable<ProfilePage['lists']> }) {
  const { t } = useTranslation()
  const answer = useForm('save-lists')
  return (
    <section id="lists" aria-labelledby="lists-heading">
      <h2 id="lists-heading">{t('profile:listsHeading')}</h2>
      <DeskForm className="stack" place="lists">
        <FormProblem answer={answer} />
        <label className="tick">
          <input type="checkbox" name="compact" defaultChecked={lists.compact} />
          {t('profile:compact')}
        </label>
        <p className="hint">{t('profile:compactHint')}</p>
        <SubmitLine intent="save-lists" label={t('profile:listsSubmit')} />
      </DeskForm>
    </section>
  )
}
