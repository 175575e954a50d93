import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { draftId } from '~/components/site/page'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { EmbedPage } from './loader.server'

export function Sites({ page }: { page: EmbedPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { origins, seenOn, seenAt, timeZone } = page
  return (
    <section id="sites" aria-labelledby="sites-heading">
      <h2 id="sites-heading">{t('embed:sitesHeading')}</h2>
      <p>{origins.length > 0 ? t('embed:sitesLead') : t('embed:sitesNone')}</p>
      <DeskForm className="stack wide" id={draftId} place="sites">
        <Field
          // Shows what was saved of what was typed.
          key={origins.join()}
          multiline
          name="origins"
          className="code"
          rows={3}
          spellCheck={false}
          label={t('embed:sites')}
          hint={t('embed:sitesHint')}
          placeholder="https://www.example.com"
          defaultValue={origins.join('\n')}
        />
        <SubmitLine
          intent="save-sites"
          look={page.next?.done ? 'second' : 'main'}
          label={t('embed:saveSites')}
        />
      </DeskForm>
      <p className="quiet">
        <AddressText
          text={
            seenOn && seenAt
              ? t('embed:seen', {
                  site: seenOn,
                  time: formatDateTime(new Date(seenAt), language, timeZone),
                })
              : t('embed:unseen')
          }
        />
      </p>
    </section>
  )
}
