import type { CountedLimit, Use } from '~/domain/shop/plans'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

type ShownUse = Use & { lift?: string }

export function PlanUse({ uses }: { uses: ShownUse[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ul className="plan-use">
      {uses.map(({ name, used, most, lift }) => (
        <li key={name}>
          <span>
            {t(`usage:${name}`, {
              used: used.toLocaleString(language),
              most: most.toLocaleString(language),
            })}
          </span>
          <progress max={Math.max(most, 1)} value={Math.min(used, most)} aria-hidden="true" />
          {used >= most && <p>{over(name, lift)}</p>}
        </li>
      ))}
    </ul>
  )

  function over(name: CountedLimit, plan?: string) {
    const effect = t(`usage:over.${name}`)
    return plan ? `${effect} ${t('usage:lift', { plan })}` : effect
  }
}
