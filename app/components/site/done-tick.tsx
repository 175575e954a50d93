import { useTranslation } from '~/i18n/translation'

export function DoneTick({ done }: { done: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="8.5" />
        {done && <path d="m6 10.5 2.75 2.75L14 7.5" />}
      </svg>
      {done && <span className="visually-hidden">{t('dashboard:isDone')}</span>}
    </>
  )
}
