import { useTranslation } from '~/i18n/translation'

/** From which a browser goes on by itself, by the header `Refresh`. */
export function Departure({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <h1>{t('provider:heading', { provider: name })}</h1>
        <p className="lead">{t('provider:text', { host: new URL(address).host })}</p>
      </div>
      <p>
        <a className="button" href={address}>
          {t('provider:onward', { provider: name })}
        </a>
      </p>
    </>
  )
}
