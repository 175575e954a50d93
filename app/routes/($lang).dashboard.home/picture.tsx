import type { ChangeEvent, ReactNode } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { PictureField } from '~/components/forms/picture-field'
import { PictureWords } from '~/components/forms/picture-words'
import { type Look, Submit, SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { longestPart } from '~/domain/site/home'
import { pictureAddress } from '~/domain/site/identity'
import type { HomePart } from '~/domain/site/settings'
import { inLanguage } from '~/domain/text/languages'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

interface Props {
  part: HomePart
  look: Look
  /** Follows the file that is chosen. */
  onChange(event: ChangeEvent<HTMLInputElement>): void
}

/** The picture of a part, with what it shows in words. */
export function PartPicture({ part: { picture }, look, onChange }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const added = useForm('save-photo')
  const described = useForm('save-words')
  const words = {
    label: (language: string) => t('site:words', { language }),
    maxLength: longestPart.title,
  }
  return (
    <section className="stack" id="photo" aria-labelledby="photo-heading">
      <h2 id="photo-heading">{t('site:picture')}</h2>
      {picture && (
        <DeskForm className="picture" place="photo" key={JSON.stringify(picture)}>
          <img
            src={pictureAddress(picture.id)}
            className="photo"
            width="96"
            height="96"
            alt={inLanguage(picture.alt, language)?.text ?? ''}
          />
          <div className="stack">
            <PictureWords name="kept" alt={picture.alt} answer={described} {...words} />
            <p className="deeds">
              <Submit intent="save-words" look="second" label={t('site:wordsSave')} />{' '}
              <Submit intent="remove-photo" look="danger" label={t('site:pictureRemove')} />
            </p>
          </div>
        </DeskForm>
      )}
      <Folded summary={picture && t('site:pictureOther')} open={added !== undefined}>
        <DeskForm className="stack" place="photo" encType="multipart/form-data" key={picture?.id}>
          <PictureField label={t('site:pictureAdd')} onChange={onChange} />
          <PictureWords name="new" alt={picture?.alt} answer={added} {...words} />
          <SubmitLine intent="save-photo" look={look} label={t('site:pictureSave')} />
        </DeskForm>
      </Folded>
    </section>
  )
}

/** Folded where there is a summary to unfold it by. */
function Folded({
  summary,
  open,
  children,
}: {
  summary?: string
  open: boolean
  children: ReactNode
}) {
  if (!summary) return children
  return (
    <details open={open || undefined}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
