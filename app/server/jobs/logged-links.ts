import type { Config } from '~/config'
import type { Compose } from '~/domain/letters/sending'
import { loopbackNames } from '~/domain/text/urls'
import { accountLinkPath } from '~/http/links/account-link'
import { localizedPath } from '~/i18n/addresses'
import type { ServerContext } from '../arrival/context'

/**
 * Where a site on this machine alone sends no e-mail, the log has the links of those to accounts. Elsewhere
 * a log may have other readers than its mailboxes.
 */
export function withLoggedLinks(
  compose: Compose,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  log: ServerContext['log'],
): Compose {
  if (!loopbackNames.includes(new URL(publicOrigin).hostname)) return compose
  return async (content, ...rest) => {
    const letter = await compose(content, ...rest)
    if (content.kind === 'account-link') {
      const { request, code } = content
      const path = localizedPath(accountLinkPath(request, code), request.language)
      log.info({ link: publicOrigin + path }, 'A link that no e-mail brings')
    }
    return letter
  }
}
