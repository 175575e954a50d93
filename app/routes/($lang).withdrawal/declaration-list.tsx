import { declarationRows } from '~/components/legal/declaration-rows'
import { AddressText } from '~/components/site/address-text'
import type { Declared } from '~/domain/legal/declarations'
import { useTranslation } from '~/i18n/translation'

export function DeclarationList({ declared }: { declared: Declared }) {
  const { t } = useTranslation()
  return (
    <dl>
      {declarationRows(declared, t).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <AddressText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
