import { useCurrentUrl } from '~/components/site/current-url'
import { useTranslation } from '~/i18n/translation'
import type { EarlierConversation } from './remember.server'
import { useConversationAddress } from './rights'

export function Earlier({ secret, number, word, answered }: EarlierConversation) {
  const { t } = useTranslation()
  const address = useConversationAddress(secret)
  return (
    <form className="banner earlier" method="post" action={useCurrentUrl()}>
      {answered ? (
        <>
          <span>{t('chat:answered', { number })}</span>
          <a className="button" href={address}>
            {t('chat:readAnswer')}
          </a>
        </>
      ) : (
        <>
          <a href={address}>{t('chat:goBack', { number })}</a>
          <span className="quiet">{t(`chat:${word}`)}</span>
        </>
      )}
      <ForgetButton />
    </form>
  )
}

export function ForgetButton() {
  const { t } = useTranslation()
  return (
    <button className="plain-button" name="intent" value="forget">
      {t('chat:forget')}
    </button>
  )
}
