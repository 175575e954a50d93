import { useEffect, useState } from 'react'
import { type NotifyState, notifyState, setNotify } from '~/components/desks/desk-notification'
import { useTranslation } from '~/i18n/translation'

export function NotifyHere() {
  const { t } = useTranslation()
  const [state, setState] = useState<NotifyState>('impossible')
  useEffect(() => setState(notifyState()), [])
  if (state === 'impossible') return null
  if (state === 'denied') return <p className="quiet">{t('overview:notify.denied')}</p>
  return (
    <p className="quiet notify">
      {state === 'on' ? t('overview:notify.isOn') : t('overview:notify.isOff')}{' '}
      <button
        type="button"
        className="plain-button"
        onClick={async () => setState(await setNotify(state === 'off'))}
      >
        {state === 'on' ? t('overview:notify.turnOff') : t('overview:notify.turnOn')}
      </button>
    </p>
  )
}
