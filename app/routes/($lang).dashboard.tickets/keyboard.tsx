import { useEffect, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { shortcutKeys, showHelp, takeKeys } from './keys'

const storage = 'ticket-keys'

/** Keys can be turned off (WCAG 2.2, 2.1.4). Without scripts there are none, and no help for them. */
export function KeyboardShortcuts({ take }: { take?: string }) {
  const { t } = useTranslation()
  // Undefined until the page listens.
  const [on, setOn] = useState<boolean>()
  useEffect(() => {
    const wanted = on ?? localStorage.getItem(storage) !== 'off'
    const stop = wanted ? takeKeys() : undefined
    setOn(wanted)
    return stop
  }, [on])
  return (
    <div className="keys">
      {on !== undefined && (
        <>
          <button type="button" className="plain-button" onClick={showHelp}>
            {t('tickets:keys.heading')}
          </button>
          <dialog id="keys" aria-labelledby="keys-heading">
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
                onChange={({ target }) => {
                  localStorage.setItem(storage, target.checked ? 'on' : 'off')
                  setOn(target.checked)
                }}
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
