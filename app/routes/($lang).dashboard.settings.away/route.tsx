import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { AwayPage } from './away.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './away.server'

export const handle = section('away', { i18n: ['hours'], draft: 'save-away' })

export default function Away() {
  const { t } = useTranslation()
  const page = useLoaderData() as AwayPage
  const language = useLanguage()
  const inOrder = useLanguages()
  const shared = { multiline: true, rows: 3 } as const
  return (
    <Section>
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
    </Section>
  )
}
