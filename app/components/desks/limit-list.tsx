import { countedLimits, type Limits } from '~/domain/shop/plans'
import { formatSize } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

export function LimitList({ limits }: { limits: Limits }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ul>
      {countedLimits.map((name) => (
        <li key={name}>
          {t(`plan:limits.${name}`, {
            most:
              name === 'storageMegabytes'
                ? formatSize(limits[name] * 1_000_000, language)
                : limits[name].toLocaleString(language),
          })}
        </li>
      ))}
      <li>{limits.branding > 0 ? t('plan:limits.branded') : t('plan:limits.plain')}</li>
    </ul>
  )
}
