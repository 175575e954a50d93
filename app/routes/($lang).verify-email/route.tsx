import { useLoaderData } from '@remix-run/react'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { ActionLink } from './action-link'
import type { RefusedLink } from './link.server'
import type { ActionPage } from './loader.server'
import { isConfirmed, MailSent } from './mail-sent'
import { Outcome } from './outcome'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'verify:page',
  stylesheet: 'plain',
  scripts: 'none',
  allows: ['captcha'],
  details: (page) =>
    (page as ActionPage | undefined)?.link?.mode === 'signIn' ? { draftForm: 'sign-in' } : {},
}

export default function VerifyEmail() {
  const { t } = useTranslation()
  const page = useLoaderData() as ActionPage
  const link = useForm<FormAnswer & { link?: RefusedLink }>()?.link ?? page.link
  const mode = link?.mode ?? page.done ?? 'verifyEmail'
  const heading = !link && isConfirmed(page) ? 'verify:confirmed' : 'verify:heading'
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>
          {mode === 'verifyEmail'
            ? t(heading)
            : t(mode === 'notMine' ? 'verify:notMine.heading' : `verify:link.${mode}.heading`)}
        </h1>
        {link ? (
          <ActionLink page={page} link={link} />
        ) : page.done && page.done !== 'verifyEmail' ? (
          <Outcome done={page.done} page={page} />
        ) : (
          <MailSent page={page} />
        )}
      </div>
    </SiteLayout>
  )
}
