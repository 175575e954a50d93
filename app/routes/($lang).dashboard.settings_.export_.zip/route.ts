import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportCookie } from '~/http/cookies/export.server'
import { leadOn } from '~/http/forms/next-page.server'
import { download } from '~/http/responses/download.server'
import { zipped } from '~/http/responses/zip.server'
import { requireAccount } from '~/http/sessions/access.server'
import { ownRecord } from '~/http/sessions/own-record.server'
import { localizedPath } from '~/i18n/addresses'
import { archiveOf } from './archive.server'

/** The settings' form redirects here after its proof; without that, redirects to the form. */
export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireAccount(context)
  const { session } = own
  const { uid } = session.user
  const asked = exportCookie.read(context)
  if (asked?.uid !== uid || asked.desk !== (own.desk?.id ?? '')) {
    const to = localizedPath('/dashboard/settings/export', context.language)
    return leadOn({ to }, context)
  }
  const now = context.now()
  const record = await ownRecord(context, session)
  const day = now.toISOString().slice(0, 10)
  return download(context, {
    holder: uid,
    reader: own,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="tresen-${day}.zip"`,
      'Set-Cookie': exportCookie.clear(context),
    },
    body: () => zipped(archiveOf(own, record, context), now),
  })
}
