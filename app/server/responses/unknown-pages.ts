import { mostTildes } from '~/http/responses/missing.server'
import { barePath, localizedPath } from '~/i18n/addresses'
import type { Visit } from '../arrival/visit'
import type { Answer } from './answer'
import { asksForKept } from './kept-pages'
import type { Renderer } from './renderer'

/** Drawn as it is sent: nothing to escape, and nothing that an address is without when it is resolved. */
const plain = /^(?:\/\.?[\w-]+(?:\.[\w-]+)*)+(?<!\.data)$/

/**
 * Returns the page for an address that is none, once it is kept. It is drawn for an address of tildes
 * and kept for all that are as long, with the address as its blank: bots try many of them.
 */
export async function unknownPage(visit: Visit, render: Renderer): Promise<Answer | undefined> {
  const { request, context, path, query, language } = visit
  const { method, headers } = request
  const address = barePath(path)
  if (query !== '' || address.length > mostTildes + 1 || !asksForKept(method, headers))
    return undefined
  if (!plain.test(address) || render.knows?.(address) !== false) return undefined
  const target = localizedPath(address.replace(/(?!^)./g, '~'), language)
  const kept = context.keptPages.find(target, headers)
  if (!kept && headers.cookie === undefined) context.keptPages.redraw(target)
  return kept?.page.answer({ ...headers, ':path': address })
}
