import type { TFunction } from 'i18next'
import { iconOf, type SiteIdentity } from '~/domain/site/identity'
import { languageOfPath, localizedPath, withDesk } from '~/i18n/addresses'

/** The storage key; stored only after the button was pressed. */
const remembered = 'notify'

export type NotifyState = 'impossible' | 'denied' | 'off' | 'on'

export function notifyState(): NotifyState {
  if (!('Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  const on = Notification.permission === 'granted' && localStorage.getItem(remembered)
  return on ? 'on' : 'off'
}

/** Asks the browser's permission if needed; returns the new state. */
export async function setNotify(on: boolean): Promise<NotifyState> {
  if (on && (await Notification.requestPermission()) === 'granted') {
    localStorage.setItem(remembered, 'yes')
  } else {
    localStorage.removeItem(remembered)
  }
  return notifyState()
}

/** If permitted. Shows no text: others may see the screen. `key` is the desk's in addresses. */
export function notify(
  { kind, number, key }: { kind: 'ticket' | 'order'; number: number; key: string | undefined },
  t: TFunction,
  site: SiteIdentity,
) {
  if (notifyState() !== 'on') return
  const body =
    kind === 'order' ? t('dashboard:newOrder', { number }) : t('dashboard:new', { number })
  const notification = new Notification(site.name, {
    body,
    icon: iconOf(site),
    tag: key ? `${kind}-${number} ${key}` : `${kind}-${number}`,
  })
  notification.onclick = () => {
    window.focus()
    const path =
      kind === 'order'
        ? `/dashboard/orders?order=${number}`
        : `/dashboard/tickets?ticket=${number}#newest`
    const language = languageOfPath(window.location.pathname)
    window.location.assign(withDesk(localizedPath(path, language), key))
  }
}
