import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'

export function Away({ page, answer }: { page: Pages['hours']; answer?: FormAnswer }) {
  const { t } = useTranslation()
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
