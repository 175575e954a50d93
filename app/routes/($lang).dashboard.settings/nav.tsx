import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { type SectionName, sectionAddress, sectionNames } from './sections'

export function SectionNav({ shown, plans }: { shown: SectionName; plans: boolean }) {
  const { t } = useTranslation()
  const names = sectionNames.filter((name) => plans || name !== 'plan')
  return (
    <nav className="sections" aria-label={t('settings:heading')}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <AppLink to={sectionAddress(name)} aria-current={name === shown ? 'page' : undefined}>
              {t(`settings:sections.${name}`)}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
