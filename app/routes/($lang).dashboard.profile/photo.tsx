import { DeskForm } from '~/components/forms/desk-form'
import { FormProblem } from '~/components/forms/form-problem'
import { PictureField, useChosenPicture } from '~/components/forms/picture-field'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import { CropStep } from './crop-step'
import type { ProfilePage } from './loader.server'

/** Sent as it is; the server crops it. */
export function Photo({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm('save-photo')
  return (
    <section id="photo" aria-labelledby="photo-heading">
      <h2 id="photo-heading">{t('profile:photo')}</h2>
      {/* A saved photo resets the form. */}
      <DeskForm className="stack" id="save-photo" encType="multipart/form-data" key={page.ownPhoto}>
        <FormProblem answer={answer} />
        <Choice />
        <SubmitLine intent="save-photo" label={t('profile:photoSubmit')} />
      </DeskForm>
      {page.ownPhoto && (
        <DeskForm place="photo">
          <button className="plain-button" name="intent" value="remove-photo">
            {t('profile:photoRemove')}
          </button>
        </DeskForm>
      )}
    </section>
  )
}

function Choice() {
  const { t } = useTranslation()
  const { chosen, choose, forget } = useChosenPicture()
  return (
    <>
      <PictureField
        label={t('profile:photoLabel')}
        hint={t('profile:photoFormats')}
        onChange={choose}
      />
      {chosen && <CropStep source={chosen} unreadable={forget} />}
    </>
  )
}
