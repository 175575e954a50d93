import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { Device, DevicesPage } from './devices.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './devices.server'

export const handle = section('devices', { i18n: ['account'] })

export default function Devices() {
  const { t } = useTranslation()
  const page = useLoaderData() as DevicesPage
  return (
    <Section>
      <section id="devices" aria-labelledby="devices-heading">
        <h2 id="devices-heading">{t('account:devicesHeading')}</h2>
        <ul className="devices">
          {page.devices.map((device) => (
            <DeviceLine key={device.id} device={device} timeZone={page.timeZone} />
          ))}
        </ul>
        {page.devices.length > 1 ? (
          <DeskForm place="devices">
            <Submit intent="sign-out-others" look="second" label={t('account:signOutOthers')} />
          </DeskForm>
        ) : (
          <p className="quiet">{t('account:noOthers')}</p>
        )}
      </section>
    </Section>
  )
}

function DeviceLine({ device, timeZone }: { device: Device; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = (at: Date) => formatDateTime(at, language, timeZone)
  const name = device.device || t('account:unknownDevice')
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        {device.own && <span className="tag">{t('account:thisDevice')}</span>}
        <p className="quiet">
          {t('account:signedIn', { time: time(device.lastLoginAt) })}
          {' · '}
          {t('account:lastSeen', { time: time(device.lastSeenAt) })}
        </p>
      </div>
      {!device.own && (
        <DeskForm place="devices">
          <input type="hidden" name="device" value={device.id} />
          <Submit
            intent="sign-out-device"
            look="second"
            aria-label={t('account:signOutDevice', { device: name })}
            label={t('account:signOut')}
          />
        </DeskForm>
      )}
    </li>
  )
}
