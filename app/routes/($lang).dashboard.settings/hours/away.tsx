import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export function Away({ page }: { page: Pages['away'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const inOrder = useLanguages()
  const shared = { multiline: true, rows: 3 } as const
  return (
    <section id="away" aria-labelledby="away-heading">
      <h2 id="away-heading">{t('hours:awayHeading')}</h2>
      <p>{t('hours:awayLead')}</p>
      <DeskForm className="stack wide" id={draftId} place="away">
        {inOrder.map((each) => (
          <Field
            {...shared}
            key={each}
            name={fieldIn('away', each)}
            lang={each}
            label={t('hours:awayIn', { language: languageName(each, language) })}
            hint={each === inOrder.at(-1) && t('hours:awayHint')}
            defaultValue={page.away[each]}
            placeholder={standIn(page.away, each)}
          />
        ))}
        <SubmitLine intent="save-away" label={t('hours:saveAway')} />
      </DeskForm>
    </section>
  )
}
