import type { TFunction } from 'i18next'
import { useServedPage } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'

/**
 * Filled by the page's script: unsent messages. Its texts are attributes, since browsers without
 * scripts or styles show the content of `template` and `hidden`.
 */
export function Outbox() {
  const { t } = useTranslation()
  const { script } = useServedPage()
  if (!script) return null
  return (
    <div className="outbox">
      <ol
        className="thread"
        id="unsent"
        aria-label={t('chat:outbox.heading')}
        data-sending={t('chat:outbox.sending')}
        data-waiting={t('chat:outbox.waiting')}
        data-failed={t('chat:outbox.failed')}
        data-fleeting={t('chat:outbox.fleeting')}
        data-item={itemOf(t)}
      />
    </div>
  )
}

export function Typing({ name }: { name: string }) {
  const { t } = useTranslation()
  const { script } = useServedPage()
  if (!script) return null
  return (
    <p className="quiet" id="typing" data-text-content={t('chat:outbox.typing', { name })} hidden />
  )
}

/** Rendered like `ThreadItems`' messages, with buttons while unsent. */
function itemOf(t: TFunction): string {
  const choice = (what: 'again' | 'back') =>
    `<button class=plain-button value=${what}>${t(`chat:outbox.${what}`)}</button>`
  return `<li class="message own"><p class=words dir=auto></p><p class=by><span class=status></span></p><progress aria-label="${t('chat:outbox.progress')}"></progress><p class=choices>${choice('again')} ${choice('back')}</p></li>`
}
