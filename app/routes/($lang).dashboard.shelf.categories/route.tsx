import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { mostCategories } from '~/domain/shop/catalogue'
import { longestText } from '~/domain/shop/product-texts'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Part, partHandle } from '../($lang).dashboard.shelf/part'
import type { CategoriesPage } from './categories.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './categories.server'

export const handle = partHandle('categories', { i18n: ['shelf'] })

export default function CategoriesRoute() {
  return (
    <Part>
      <Categories page={useLoaderData() as CategoriesPage} />
    </Part>
  )
}

function Categories({ page: { categories, written } }: { page: CategoriesPage }) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const inOrder = useLanguages()
  const known = Object.entries(written)
  const rows = [...known, ['', undefined] as const].slice(0, mostCategories)
  return (
    <DeskForm className="stack" id={draftId} place="save" key={known.length}>
      <div>
        <h1>{t('shelf:categories')}</h1>
        <p className="quiet">{t('shelf:categoriesLead')}</p>
      </div>
      {rows.map(([id, title], index) => (
        <fieldset className="pair" key={id}>
          <legend>{categories[id]?.[shown] ?? t('shelf:categoryNew')}</legend>
          <input type="hidden" name={`id${index}`} value={id} />
          {inOrder.map((language) => (
            <Field
              key={language}
              name={fieldIn(`category${index}`, language)}
              label={languageName(language, shown)}
              lang={language}
              maxLength={longestText.title}
              defaultValue={title?.[language]}
              placeholder={title && standIn(title, language)}
            />
          ))}
        </fieldset>
      ))}
      <p className="deeds">
        <Submit id="save" intent="save-categories" label={t('shelf:categoriesSave')} />
      </p>
    </DeskForm>
  )
}
