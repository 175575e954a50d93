import { Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { ShelfSearch } from '~/components/shop/shelf-search'
import { draftId } from '~/components/site/page'
import { useSendsNoLetters, useSite } from '~/components/site/session'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { LostShown } from './lost.server'

/** For somebody who has lost the link, or has only a part of it. */
export function LostOrder({ page: { lost, key } }: { page: LostShown }) {
  const { t } = useTranslation()
  const sendsNoLetters = useSendsNoLetters()
  return (
    <article className="order">
      <div>
        <h1>{t(lost === 'unknown' ? 'order:unknown' : 'order:lost.heading')}</h1>
        {sendsNoLetters ? (
          <p className="lead">{t('order:unmailed.lost')}</p>
        ) : lost === 'sent' ? (
          <p className="banner" role="status">
            {t('order:lost.sent')}
          </p>
        ) : (
          <p className="lead">{t(lost === 'unknown' ? 'order:unknownText' : 'order:lost.text')}</p>
        )}
      </div>
      {sendsNoLetters ? null : lost === 'sent' ? (
        <p>
          <LocalizedLink to="/shop/success">{t('order:lost.again')}</LocalizedLink>
        </p>
      ) : (
        <Resend formKey={key} />
      )}
      {lost === 'unknown' && <ShelfSearch />}
      <p className="deeds">
        <LocalizedLink to="/shop">{t('order:toShop')}</LocalizedLink>{' '}
        {useSite().answers && <LocalizedLink to="/chat">{t('shop:ask')}</LocalizedLink>}
      </p>
    </article>
  )
}

function Resend({ formKey }: { formKey: string }) {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <form
      className="stack"
      id={draftId}
      method="post"
      action={localizedPath('/shop/success', useLanguage())}
      noValidate
    >
      <FormProblem answer={answer} />
      <input type="hidden" name="key" value={answer?.typed.key ?? formKey} />
      <Field
        name="email"
        type="email"
        label={t('order:lost.email')}
        autoComplete="email"
        maxLength={254}
      />
      <Field
        name="number"
        label={t('order:lost.numberLabel')}
        hint={t('order:lost.numberHint')}
        autoComplete="off"
        maxLength={60}
      />
      <p>
        <Submit intent="resend" label={t('order:lost.send')} />
      </p>
    </form>
  )
}
