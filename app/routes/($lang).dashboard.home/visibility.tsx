import type { HomePart } from '~/domain/site/settings'
import { useTranslation } from '~/i18n/translation'

interface Props {
  part: HomePart
}

/** Whether guests see a part. */
export function Visibility({ part: { on } }: Props) {
  const { t } = useTranslation()
  return <span className="tag">{t(on ? 'site:isOn' : 'site:isOff')}</span>
}

/** The button that changes that. */
export function VisibilityButton({ part: { name, on } }: Props) {
  const { t } = useTranslation()
  const title = t(`site:parts.${name}`)
  return (
    <>
      <input type="hidden" name="part" value={name} />
      <button
        name="intent"
        value={on ? 'off' : 'on'}
        aria-label={t(on ? 'site:offThis' : 'site:onThis', { name: title })}
      >
        {t(on ? 'site:off' : 'site:on')}
      </button>
    </>
  )
}
