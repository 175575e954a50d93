import type { ComponentProps } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { PictureField } from '~/components/forms/picture-field'
import { PictureWords } from '~/components/forms/picture-words'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import type { Product } from '~/domain/shop/catalogue'
import { photoIdIn, wholePicture } from '~/domain/shop/product-photos'
import { longestText } from '~/domain/shop/product-texts'
import { isWritten, wordsOf } from '~/domain/shop/shown-catalogue'
import type { LocalizedText } from '~/domain/text/languages'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** Those of the product, each with its words. */
export function Photos({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { images, title } = product
  if (images.length === 0) return null
  return (
    <section id="photos" className="stack" aria-labelledby="photos-heading">
      <h2 id="photos-heading">{t('shelf:photosThere')}</h2>
      {images.map((image, position) => (
        <Picture key={image.file} image={image} title={title} position={position + 1} />
      ))}
    </section>
  )
}

interface ChosenPhotoProps extends Pick<ComponentProps<typeof PictureField>, 'onChange'> {
  /** Of the product so far. */
  count: number
}

/** One more, which is saved with the product. */
export function ChosenPhoto({ count, onChange }: ChosenPhotoProps) {
  const { t } = useTranslation()
  const answer = useForm('save', '')
  return (
    <fieldset className="stack" id="photo">
      <legend>{t('shelf:photos')}</legend>
      <PictureField
        // A saved photo empties the field.
        key={count}
        label={t(count > 0 ? 'shelf:photoAdd' : 'shelf:photoFirstAdd')}
        hint={t('shelf:photoHint')}
        required={false}
        preview
        onChange={onChange}
      />
      {/* Scripts keep the file in its field. */}
      {answer && !answer.errors.photo && (
        <noscript>
          <p className="quiet">{t('shelf:photoAgain')}</p>
        </noscript>
      )}
    </fieldset>
  )
}

function Picture({
  image,
  title,
  position,
}: {
  image: Product['images'][number]
  title: LocalizedText
  /** From 1. */
  position: number
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { file, alt } = image
  const answer = useForm('save-words')
  const deed = (intent: string, look: 'second' | 'danger', label: string) => (
    <Submit intent={intent} look={look} label={label} aria-label={`${label} (${position})`} />
  )
  return (
    <DeskForm className="picture" place="photos">
      <input type="hidden" name="image" value={file} />
      <a href={wholePicture(file)}>
        <img
          src={file}
          className={photoIdIn(file) ? 'photo' : undefined}
          width="96"
          height="96"
          alt={wordsOf(isWritten(alt) ? alt : title, language)}
        />
      </a>
      <div className="stack">
        <PictureWords
          name={file.replace(/\W+/g, '')}
          alt={alt}
          usual={title}
          label={(language) => t('shelf:photoWords', { language })}
          maxLength={longestText.title}
          answer={answer?.typed.image === file ? answer : undefined}
        />
        <p className="deeds">
          {deed('save-words', 'second', t('shelf:photoWordsSave'))}{' '}
          {position > 1 && deed('first-photo', 'second', t('shelf:photoFirst'))}{' '}
          {deed('remove-photo', 'danger', t('shelf:photoRemove'))}
        </p>
      </div>
    </DeskForm>
  )
}
