import type { AppLoadContext } from '@remix-run/node'
import type { Language } from '~/domain/languages'
import type { Session } from '~/domain/sessions'

/** Who asks for a deed, where. */
export interface Asking {
  context: AppLoadContext
  request: Request
  session: Session
  language: Language
}
