import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { shortcutKeys, takeKeys } from './keys'

const storage = 'ticket-keys'

/** Keys can be turned off (WCAG 2.2, 2.1.4). */
export function KeyboardShortcuts({ take }: { take?: string }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  // Undefined without scripts.
  const [on, setOn] = useState<boolean>()
  // Listens before it says so.
  useEffect(() => {
    const wanted = on ?? localStorage.getItem(storage) !== 'off'
    const stop = wanted ? takeKeys(() => dialog.current?.showModal()) : undefined
    setOn(wanted)
    return stop
  }, [on])
  useEffect(() => {
    const links = dialog.current?.parentElement
    const clicked = (event: MouseEvent) => {
      const hash = (event.target as Element).closest('a')?.hash
      if (!hash) return
      event.preventDefault()
      if (hash === '#keys') dialog.current?.showModal()
      else dialog.current?.close()
    }
    links?.addEventListener('click', clicked)
    return () => links?.removeEventListener('click', clicked)
  }, [])
  return (
    <div className="keys">
      <a className="quiet" href="#keys">
        {t('tickets:keys.heading')}
      </a>
      {/* Without scripts a link's target shows it. */}
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
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`tickets:keys.${deed}`)}</dd>
            </div>
          ))}
        </dl>
        {on === undefined ? (
          <p className="quiet">{t('tickets:keys.needScripts')}</p>
        ) : (
          <label className="tick">
            <input
              type="checkbox"
              checked={on}
              onChange={({ target }) => {
                localStorage.setItem(storage, target.checked ? 'on' : 'off')
                setOn(target.checked)
              }}
            />
            {t('tickets:keys.use')}
          </label>
        )}
        <a className="button second" href="#main">
          {t('tickets:keys.close')}
        </a>
      </dialog>
    </div>
  )
}
