import { mostTildes } from '~/http/responses/missing.server'
import { barePath, languageOfPath, localizedPath } from '~/i18n/addresses'
import { betterAddress } from '../arrival/addresses'
import type { ServerContext } from '../arrival/context'
import { handlers, handlersForAnyHost } from '../arrival/raw-handlers'
import type { KeptPages } from './kept-pages'
import type { Renderer } from './renderer'

/** Drawn as it is sent: nothing to escape, and nothing that an address is without when it is resolved. */
const plain = /^(?:\/\.?[\w-]+(?:\.[\w-]+)*)+(?<!\.data)$/

/**
 * The page for an unknown address is drawn for an address of tildes and kept for all that are as long,
 * with the address as its blank: bots try many of them.
 */
export function standIns(
  { assets, config }: Pick<ServerContext, 'assets' | 'config'>,
  { knows }: Renderer,
): KeptPages['standIn'] {
  const isKnown = (path: string, bare: string) =>
    [handlersForAnyHost, handlers, assets].some((known) => known.has(path)) ||
    betterAddress({ method: 'GET', path, query: '' }, config.redirects) !== undefined ||
    knows?.(bare) !== false
  return (target) => {
    const bare = barePath(target)
    if (bare.length > mostTildes + 1 || !plain.test(bare) || isKnown(target, bare)) return undefined
    return localizedPath(bare.replace(/(?!^)./g, '~'), languageOfPath(target))
  }
}
