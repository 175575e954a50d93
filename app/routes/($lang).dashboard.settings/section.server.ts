import type { AppLoadContext } from '@remix-run/node'
import type { Forms } from '~/http/forms/form-action.server'
import type { OwnAccount, OwnDesk } from '~/http/sessions/access.server'

export interface Section<Who = OwnDesk> {
  read(who: Who, context: AppLoadContext): Promise<unknown>
  forms: Forms<Who>
}

/** What an account has without a desk, too. */
export type AccountSection = Section<OwnAccount>
