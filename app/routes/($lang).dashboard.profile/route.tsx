import { useLoaderData } from '@remix-run/react'
import { useLateCaptcha } from '~/components/forms/captcha'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Departure } from '~/components/site/departure'
import type { PageHandle } from '~/components/site/page'
import type { FormAnswer } from '~/domain/forms/forms'
import { initialsOf } from '~/domain/text/initials'
import type { Departing } from '~/http/sessions/provider-trips.server'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Answers } from './answers'
import { EmailAddress } from './email-address'
import { Lists } from './lists'
import type { ProfilePage } from './loader.server'
import { Name } from './name'
import { Passkeys, passkeyIntents } from './passkeys'
import { Photo } from './photo'
import { factorIntents, RecoveryCodes, SecondFactor } from './second-factor'
import type { ShownCodes } from './second-factor.server'
import { SignInMethods } from './sign-in-methods'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'profile:page',
  i18n: ['profile', 'photo', 'proof', 'provider', 'signature', 'nomail'],
  stylesheet: 'desk',
  scripts: 'react',
  details: () => ({ draftForm: 'save-name', draftIntent: 'save-name' }),
}

export default function Profile() {
  const { t } = useTranslation()
  const page = useLoaderData() as ProfilePage
  const answer = useForm<FormAnswer & ShownCodes & Departing>()
  useProblemFocus(answer)
  useLateCaptcha(answer)
  if (answer?.leavesFor) return <Leaving {...answer.leavesFor} />
  if (answer?.recoveryCodes) return <RecoveryCodes codes={answer.recoveryCodes} site={page.site} />
  const initials = initialsOf(page.displayName || page.email)
  return (
    <div className="rooms split">
      <div className="portrait">
        {page.photo ? (
          <img
            src={page.photo}
            alt={t('profile:photo')}
            data-initials={initials}
            width="96"
            height="96"
            referrerPolicy="no-referrer"
          />
        ) : (
          <span className="initials" aria-hidden="true">
            {initials}
          </span>
        )}
        <div>
          <h1>{t('profile:heading')}</h1>
          <p className="quiet">{t('profile:photoHint')}</p>
        </div>
      </div>
      <FormProblem
        answer={answer}
        except={[
          'save-name',
          'save-answers',
          'save-lists',
          'save-photo',
          'change-email',
          'unlink',
          'link-provider',
          ...passkeyIntents,
          ...factorIntents,
        ]}
      />
      <Photo page={page} />
      <Name page={page} />
      {page.answers && <Answers answers={page.answers} />}
      {page.lists && <Lists lists={page.lists} />}
      <EmailAddress page={page} />
      <SignInMethods page={page} />
      <Passkeys page={page} />
      <SecondFactor page={page} />
      <AccountRecord page={page} />
      <p>
        <LocalizedLink to="/test">{t('profile:testLine')}</LocalizedLink>
      </p>
    </div>
  )
}

function Leaving(leavesFor: NonNullable<Departing['leavesFor']>) {
  return (
    <div className="rooms stack">
      <Departure {...leavesFor} />
    </div>
  )
}

function AccountRecord({ page: { record, timeZone } }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!record) return null
  const { createdAt, lastLoginAt, phoneNumber } = record
  const time = (at: Date) => formatDateTime(at, language, timeZone)
  return (
    <section id="record" aria-labelledby="record-heading">
      <h2 id="record-heading">{t('profile:recordHeading')}</h2>
      <div>
        {createdAt && <p>{t('profile:createdAt', { time: time(createdAt) })}</p>}
        {lastLoginAt && <p>{t('profile:lastLoginAt', { time: time(lastLoginAt) })}</p>}
        {phoneNumber && <p>{t('profile:phoneNumber', { number: phoneNumber })}</p>}
      </div>
    </section>
  )
}
