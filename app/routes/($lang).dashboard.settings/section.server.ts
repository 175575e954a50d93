import type { AppLoadContext } from '@remix-run/node'
import type { Forms } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'

export interface Section {
  read(owner: OwnDesk, context: AppLoadContext): Promise<unknown>
  forms: Forms<OwnDesk>
}
