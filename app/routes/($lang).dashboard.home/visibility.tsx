import type { HomePart } from '~/domain/site/settings'
import { useTranslation } from '~/i18n/translation'

/** Whether guests see a part, and the button that changes that. */
export function Visibility({ part: { name, on } }: { part: HomePart }) {
  const { t } = useTranslation()
  const title = t(`site:parts.${name}`)
  return (
    <>
      <input type="hidden" name="part" value={name} />
      <span className="quiet">
        <span className="tag">{t(on ? 'site:isOn' : 'site:isOff')}</span>
      </span>{' '}
      {name !== 'headline' && (
        <button
          className="plain-button"
          name="intent"
          value={on ? 'off' : 'on'}
          aria-label={t(on ? 'site:offThis' : 'site:onThis', { name: title })}
        >
          {t(on ? 'site:off' : 'site:on')}
        </button>
      )}
    </>
  )
}
