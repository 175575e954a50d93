import { useState } from 'react'
import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { carrierNames, longestCarrier, longestTracking, readShipment } from '~/domain/shop/carriers'
import { useTranslation } from '~/i18n/translation'

/** Carrier and number or link; with scripts, the carrier that these tell is named as they are typed. */
export function Tracking() {
  const { t } = useTranslation()
  const answer = useForm('sent')
  const [typed, setTyped] = useState(answer?.typed ?? {})
  const { carrier = '', tracking = '' } = typed
  const read = readShipment(carrier, tracking)
  const told = carrier.trim() === '' && 'carrier' in read ? read.carrier : undefined
  return (
    <details open={answer ? true : undefined}>
      <summary>{t('orders:addTracking')}</summary>
      <Field
        name="carrier"
        label={t('orders:carrier')}
        hint={carrierNames.join(', ')}
        list="carriers"
        autoComplete="off"
        maxLength={longestCarrier}
        onInput={({ currentTarget: { value } }) => setTyped({ ...typed, carrier: value })}
      />
      <datalist id="carriers">
        {carrierNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        name="tracking"
        label={t('orders:tracking')}
        hint={
          <span role="status">
            {told ? t('orders:trackingBy', { carrier: told }) : t('orders:trackingHint')}
          </span>
        }
        autoComplete="off"
        maxLength={longestTracking}
        onInput={({ currentTarget: { value } }) => setTyped({ ...typed, tracking: value })}
      />
    </details>
  )
}
