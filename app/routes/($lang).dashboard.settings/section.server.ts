import type { AppLoadContext } from '@remix-run/node'
import type { Forms } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'

/** A section on the server: what it shows, and its forms if it has any. */
export interface Section {
  read(owner: OwnDesk, context: AppLoadContext): Promise<unknown>
  forms: Forms<OwnDesk>
}
