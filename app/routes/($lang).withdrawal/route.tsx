import { useLoaderData } from '@remix-run/react'
import { LegalPage } from '~/components/legal/legal-page'
import type { PageHandle } from '~/components/site/page'
import { Declaring } from './declaring'
import { Instruction } from './instruction'
import type { loader, WithdrawalPage } from './loader.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'withdrawal:page',
  sheet: 'legal',
  ships: 'document',
  indexed: true,
  draftForm: (read) => {
    const kind = (read as WithdrawalPage | undefined)?.step?.kind
    return kind === 'withdraw' || kind === 'cancel' ? 'declaration' : undefined
  },
}

export default function Withdrawal() {
  const page = useLoaderData<typeof loader>()
  return (
    <LegalPage page="withdrawal" sample={page?.sample ?? false}>
      {page &&
        (page.step.kind === 'text' ? (
          <Instruction sections={page.sections} />
        ) : (
          <Declaring step={page.step} />
        ))}
    </LegalPage>
  )
}
