import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** For frames, which show no address and store nothing. */
export function OwnWindow({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const address = localizedPath(`/chat?${new URLSearchParams({ t: secret })}`, useLanguage())
  return (
    <p className="quiet">
      {t('chat:framedKeep')}{' '}
      <a href={address} target="_blank" rel="noopener">
        {t('chat:ownWindow')}
      </a>
    </p>
  )
}
