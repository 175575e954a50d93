import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { draftId } from '~/components/site/page'
import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'

/** For who got no e-mail, perhaps because the address was mistyped. */
export function Mailbox({ page: { mailbox, email, links } }: { page: OrderShown }) {
  const { t } = useTranslation()
  const answer = useForm()
  if (useSendsNoLetters() || !mailbox) return null
  const key = <input type="hidden" name="key" value={answer?.typed.key ?? mailbox.key} />
  return (
    <details className="no-print" open={answer?.typed.email !== undefined}>
      <summary>{t('order:mailbox.heading')}</summary>
      <div className="stack">
        <p>
          <AddressText text={t('order:mailbox.text', { email })} />
        </p>
        <form method="post" action={links.own}>
          {key}
          <Submit intent="again" label={t('order:mailbox.again')} />
        </form>
        {mailbox.changes ? (
          <form className="stack" id={draftId} method="post" action={links.own} noValidate>
            {key}
            <Field
              name="email"
              type="email"
              label={t('order:mailbox.email')}
              hint={t('order:mailbox.hint')}
              autoComplete="email"
              maxLength={254}
            />
            <p>
              <Submit intent="mailbox" label={t('order:mailbox.change')} />
            </p>
          </form>
        ) : (
          <p>{t('order:mailbox.refused')}</p>
        )}
      </div>
    </details>
  )
}
