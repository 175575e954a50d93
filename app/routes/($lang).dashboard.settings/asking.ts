import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '~/domain/accounts/sessions'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'

export interface Asking {
  context: AppLoadContext
  request: Request
  session: Session
  language: Language
}

export interface Looking {
  context: AppLoadContext
  session: Session
  desk: Desk
}
