import { General } from '../($lang).dashboard.settings/general'
import { section } from '../($lang).dashboard.settings/section'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from '../($lang).dashboard.settings/general.server'

export const handle = section('general', {
  draft: (_, manages) => (manages ? 'rename-desk' : 'save-language'),
})

export default General
