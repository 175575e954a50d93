import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export function Away({ page }: { page: Pages['hours'] }) {
  const { t } = useTranslation()
  const answer = useForm('save-away')
  const shared = { multiline: true, rows: 3, maxLength: page.longestText, answer } as const
  return (
    <Form className="stack wide" method="post">
      <Field
        {...shared}
        name="awayEn"
        lang="en"
        label={t('hours:awayEn')}
        defaultValue={page.away.en}
      />
      <Field
        {...shared}
        name="awayDe"
        lang="de"
        label={t('hours:awayDe')}
        hint={t('hours:awayHint')}
        defaultValue={page.away.de}
      />
      <p>
        <button className="button" name="intent" value="save-away">
          {t('hours:saveAway')}
        </button>
      </p>
    </Form>
  )
}
