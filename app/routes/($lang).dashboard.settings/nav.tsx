import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { type SectionName, sectionAddress, sectionNames } from './sections'

export function SectionNav({ shown }: { shown: SectionName }) {
  const { t } = useTranslation()
  return (
    <nav className="sections" aria-label={t('settings:heading')}>
      <ul>
        {sectionNames.map((name) => (
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
