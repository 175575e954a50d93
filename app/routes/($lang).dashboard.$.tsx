import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { MissingAddress } from '~/components/site/error-page'
import type { PageHandle } from '~/components/site/page'
import { requireAccount } from '~/http/sessions/access.server'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export { atDeskAction as action } from '~/http/desks/at-desk.server'
export { pageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'dashboard:missing',
  stylesheet: 'desk',
  scripts: 'react',
}

/** Beside the rail, which leads on. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireAccount(context)
  return data(null, { status: 404 })
}

export default function MissingRoom() {
  const { t } = useTranslation()
  return (
    <div className="rooms stack">
      <FormProblem answer={useForm()} />
      <h1>{t('errors:page.missing')}</h1>
      <MissingAddress />
      <p className="deeds">
        <LocalizedLink to="/dashboard">{t('errors:given.desk')}</LocalizedLink>
      </p>
    </div>
  )
}
