import { AccountMark } from '~/components/forms/account-mark'
import { useCurrentUrl } from '~/components/site/current-url'
import { useOffersCounters } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ChatConversation } from './conversation.server'
import { ForgetButton } from './earlier'

export function Keep({ conversation }: { conversation: ChatConversation }) {
  const { t } = useTranslation()
  const own = useCurrentUrl()
  const offers = useOffersCounters()
  const { kept, account, remembered } = conversation
  const back = new URLSearchParams({ redirect: own })
  return (
    <div className="quiet keep">
      {remembered && (
        <form method="post" action={own}>
          {t('chat:remembered')} <ForgetButton />
        </form>
      )}
      {kept === 'signed-out' ? (
        // An account comes with a counter of its own, which guests of one business do not want.
        offers && (
          <p>
            <LocalizedLink to={`/login?${back}`}>{t('chat:keepSignIn')}</LocalizedLink>
          </p>
        )
      ) : (
        <form method="post" action={own}>
          <AccountMark account={account} />
          {kept === 'yes' && <span>{t('chat:kept')} </span>}
          <button className="plain-button" name="intent" value={kept === 'yes' ? 'let-go' : 'keep'}>
            {kept === 'yes' ? t('chat:letGo') : t('chat:keep')}
          </button>
        </form>
      )}
    </div>
  )
}
