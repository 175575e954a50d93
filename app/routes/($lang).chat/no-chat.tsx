import { useServedPage } from '~/components/site/page'
import { useJoinable } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export function NoChat({
  why,
  typed,
}: {
  why: 'none' | 'unknown-desk' | 'unknown-ticket'
  typed?: string
}) {
  const { t } = useTranslation()
  const joinable = useJoinable()
  // A framed chat opens links in a window.
  const apart = useServedPage().framed ? { target: '_blank', rel: 'noopener' } : {}
  if (why === 'none') {
    return (
      <div className="chat">
        <h1>{t('chat:none')}</h1>
        <p>{t('chat:noneText')}</p>
        {joinable && (
          <p>
            <LocalizedLink to="/signup" {...apart}>
              {t('chat:noneSetUp')}
            </LocalizedLink>
          </p>
        )}
      </div>
    )
  }
  const desk = why === 'unknown-desk'
  return (
    <div className="chat">
      <h1>{desk ? t('chat:unknownDesk') : t('chat:unknown')}</h1>
      <p>{desk ? t('chat:unknownDeskText') : t('chat:unknownText')}</p>
      {typed && (
        <label>
          {t('chat:notSent')}
          <textarea readOnly rows={4} defaultValue={typed} />
        </label>
      )}
      <p>
        <LocalizedLink to={desk ? '/' : '/chat?new'} {...apart}>
          {t(desk ? 'errors:page.home' : 'chat:begin')}
        </LocalizedLink>
      </p>
    </div>
  )
}
