import { useTranslation } from '~/i18n/translation'

/** The frame's script replaces the text where it finds a storage. */
export function FrameKeeps() {
  const { t } = useTranslation()
  return (
    <span id="keeps" data-kept={t('chat:framedKept')}>
      {t('chat:framedKeep')}
    </span>
  )
}
