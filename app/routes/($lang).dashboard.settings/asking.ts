import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks'
import type { Language } from '~/domain/languages'
import type { Session } from '~/domain/sessions'

/** Who asks for a deed, where. */
export interface Asking {
  context: AppLoadContext
  request: Request
  session: Session
  language: Language
}

/** Who looks at a section. */
export interface Looking {
  context: AppLoadContext
  url: URL
  session: Session
  desk: Desk
}
