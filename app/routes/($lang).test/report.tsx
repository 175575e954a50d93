import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { TestPage } from './test-page.server'

export function Report({ page }: { page: TestPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { findings, sending, time } = page
  const lines = findings.map(({ name, outcome, value }) => {
    const found = [value, t(`test:words.${outcome}`)].filter(Boolean).join(' – ')
    return `${t(`test:checks.${name}.title`)}: ${found}`
  })
  return (
    <form className="stack" method="post" action={localizedPath('/chat', language)}>
      <Field
        multiline
        id="report"
        name="body"
        label={t('test:report')}
        hint={t('test:reportHint')}
        rows={11}
        defaultValue={[`Tresen, ${time}`, ...lines].join('\n')}
      />
      {sending && (
        <>
          <input type="hidden" name="key" value={sending.key} />
          <input type="hidden" name="stamp" value={sending.stamp} />
        </>
      )}
      <p className="deeds">
        {sending && <Submit intent="send" label={t('test:send')} />}
        <button
          className="button second"
          type="button"
          id="copy"
          hidden
          data-done={t('test:copied')}
        >
          {t('test:copy')}
        </button>
      </p>
    </form>
  )
}
