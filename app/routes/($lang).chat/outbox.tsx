import { useServedPage } from '~/components/page'
import { Told } from '~/components/page-script'
import { useTranslation } from '~/i18n/translation'

/** What the page's script fills: what is written and not sent yet, and that the other side is typing. */
export function Outbox({ other }: { other: string }) {
  const { t } = useTranslation()
  const { script } = useServedPage()
  if (!script) return null
  return (
    <div className="outbox">
      <ol className="thread" id="unsent" aria-label={t('outbox.heading')} />
      <template
        id="unsent-message"
        data-sending={t('outbox.sending')}
        data-waiting={t('outbox.waiting')}
        data-failed={t('outbox.failed')}
        data-fleeting={t('outbox.fleeting')}
      >
        <li className="message own">
          <p className="words" dir="auto" />
          <p className="by">
            <span className="status" />
          </p>
          <progress aria-label={t('outbox.progress')} />
          <p className="choices">
            <button type="button" className="plain-button" value="again">
              {t('outbox.again')}
            </button>
            <button type="button" className="plain-button" value="back">
              {t('outbox.back')}
            </button>
          </p>
        </li>
      </template>
      <p className="quiet" id="typing" hidden>
        {t('outbox.typing', { name: other })}
      </p>
      <Told />
    </div>
  )
}
