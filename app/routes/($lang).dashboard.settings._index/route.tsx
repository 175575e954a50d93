import type { PageHandle } from '~/components/site/page'
import { draftId } from '~/components/site/page'
import { General } from '../($lang).dashboard.settings/general'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from '../($lang).dashboard.settings/general.server'

export const handle: PageHandle = {
  page: 'settings:page',
  stylesheet: 'desk',
  scripts: 'react',
  details: (_, __, manages) => ({
    draftForm: draftId,
    draftIntent: manages ? 'rename-desk' : 'save-language',
  }),
}

export default General
