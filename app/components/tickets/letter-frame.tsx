import { useState } from 'react'
import { useAtDesk } from '~/i18n/desk-address'
import { useTranslation } from '~/i18n/translation'

/** `pictures`: with those of other servers. */
export type LetterAddress = (id: string, as: 'letter' | 'pictures') => string

/** For the members of the desk whose page it is. */
export function useLetters(): LetterAddress {
  const atDesk = useAtDesk()
  return (id, as) => atDesk(`/files?${new URLSearchParams({ id, as })}`)
}

/**
 * An e-mail as it was sent, in a frame that runs nothing and loads once it is opened; without scripts by a link,
 * since browsers load lazily only with them. Links into the frame stand outside: it has no cookies of its own.
 */
export function LetterFrame({
  id,
  elsewhere,
  short,
  address,
}: {
  id: string
  elsewhere: boolean
  /** Its frame is low: it cannot be measured, as it runs nothing. */
  short?: true
  address: LetterAddress
}) {
  const { t } = useTranslation()
  const frame = `letter-${id}`
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  return (
    <details className={short ? 'letter short' : 'letter'} onToggle={() => setOpened(true)}>
      <summary>{t('thread:letter.show')}</summary>
      {!opened && (
        <p className="quiet">
          <a href={address(id, 'letter')} target={frame} rel="noreferrer">
            {t('thread:letter.load')}
          </a>
        </p>
      )}
      <iframe
        name={frame}
        title={t('thread:letter.show')}
        src={opened ? address(id, 'letter') : undefined}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
      <p className="quiet">{t('thread:letter.links')}</p>
      {elsewhere && (
        <p className="quiet">
          <a
            href={address(id, 'pictures')}
            target={frame}
            rel="noreferrer"
            onClick={() => setAsked(true)}
          >
            {asked ? t('thread:letter.picturesAgain') : t('thread:letter.pictures')}
          </a>{' '}
          {!asked && t('thread:letter.picturesHint')}
        </p>
      )}
    </details>
  )
}
