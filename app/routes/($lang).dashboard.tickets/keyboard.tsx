import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { createKeys } from './keys'
import { useRanges } from './ranges'

const storage = 'ticket-keys'

/** In the order of their help; `deed` is a key of `tickets.keys`. */
const shortcutKeys = [
  { key: 'j', deed: 'next' },
  { key: 'k', deed: 'previous' },
  { key: 'r', deed: 'reply' },
  { key: 'n', deed: 'note' },
  { key: 's', deed: 'solve' },
  { key: 'z', deed: 'snooze' },
  { key: 'x', deed: 'select' },
  { key: 'u', deed: 'undo' },
  { key: '/', deed: 'search' },
  { key: 'Ctrl ⏎', deed: 'send' },
  { key: 'Ctrl K', deed: 'palette' },
  { key: 'Esc', deed: 'leave' },
  { key: '?', deed: 'help' },
] as const

/** Keys can be turned off (WCAG 2.2, 2.1.4). Without scripts there are none, and no help for them. */
export default function KeyboardShortcuts({ take }: { take?: string }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  // Undefined until the page listens.
  const [on, setOn] = useState<boolean>()
  const [keys] = useState(createKeys)
  useRanges()
  useEffect(() => {
    const wanted = on ?? localStorage.getItem(storage) !== 'off'
    const stop = wanted ? keys.listen() : undefined
    setOn(wanted)
    return stop
  }, [on, keys])
  const { state, location: next } = useNavigation()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, which may end before it is drawn
  useEffect(() => {
    if (state !== 'idle') return keys.hold()
    // After what moves the focus to the ticket that has arrived.
    const timer = setTimeout(keys.release)
    return () => clearTimeout(timer)
  }, [state, next, key, keys])
  const show = () => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('.button')?.focus()
  }
  const choose = (wanted: boolean) => {
    localStorage.setItem(storage, wanted ? 'on' : 'off')
    setOn(wanted)
  }
  return (
    <div className="keys">
      {on !== undefined && (
        <>
          <button type="button" className="plain-button" onClick={show}>
            {t('tickets:keys.heading')}
          </button>
          <dialog id="keys" ref={dialog} aria-labelledby="keys-heading">
            <h2 id="keys-heading">{t('tickets:keys.heading')}</h2>
            <dl>
              {take && (
                <div>
                  <dt>
                    <kbd>a</kbd>
                  </dt>
                  <dd>{take}</dd>
                </div>
              )}
              {shortcutKeys.map(({ key, deed }) => (
                <div key={deed}>
                  <dt>
                    <kbd>{key.replace('Ctrl', t('tickets:keys.ctrl'))}</kbd>
                  </dt>
                  <dd>{t(`tickets:keys.${deed}`)}</dd>
                </div>
              ))}
            </dl>
            <label className="tick">
              <input
                type="checkbox"
                checked={on}
                onChange={({ target }) => choose(target.checked)}
              />
              {t('tickets:keys.use')}
            </label>
            <form method="dialog">
              <button className="button second">{t('tickets:keys.close')}</button>
            </form>
          </dialog>
        </>
      )}
    </div>
  )
}
