import type { CountedLimit, Use } from '~/domain/shop/plans'
import { useTranslation } from '~/i18n/translation'

/** `amounts`: `used` and `most` as formatted text. */
type ShownUse = Use & { amounts: { used: string; most: string }; lift?: string }

export function PlanUse({ uses }: { uses: ShownUse[] }) {
  const { t } = useTranslation()
  return (
    <ul className="plan-use">
      {uses.map(({ name, used, most, amounts, lift }) => (
        <li key={name}>
          <span>{t(`usage:${name}`, amounts)}</span>
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
