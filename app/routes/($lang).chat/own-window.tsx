import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { ForgetButton } from './earlier'
import { FrameKeeps } from './frame-keeps'

/** For frames, which show no address. */
export function OwnWindow({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const address = localizedPath(`/chat?${new URLSearchParams({ t: secret })}`, useLanguage())
  return (
    <>
      <FrameKeeps />
      <form method="post" action={address}>
        <ForgetButton />
      </form>
      <p className="quiet">
        <a href={address} target="_blank" rel="noopener">
          {t('chat:ownWindow')}
        </a>
      </p>
    </>
  )
}
