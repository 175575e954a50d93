import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { runsShop } from '~/http/sessions/access.server'

/** Where guests write to the desk that is shown; the site's own needs no key. */
export async function chatPath({ publicKey }: Desk, context: AppLoadContext): Promise<string> {
  return (await runsShop(context)) ? '/chat' : `/chat?desk=${publicKey}`
}
