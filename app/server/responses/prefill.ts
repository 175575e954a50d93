import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { languages } from '~/domain/text/languages'
import { listedPages } from '~/http/links/sitemaps'
import { localizedPath } from '~/i18n/addresses'
import type { ServerContext } from '../arrival/context'
import { beginVisit } from '../arrival/visit'
import { answerPage } from './page'
import type { Renderer } from './renderer'

/**
 * Draws the pages that everybody comes by before anybody asks, and later each again before it is too old,
 * one after the other and in turns with what people ask for. A page that may not be kept is drawn for
 * nothing.
 */
export function prefill(context: ServerContext, render: Renderer): void {
  // The line that says where it is open comes first.
  let last: Promise<void> = turn()
  const waiting = new Set<string>()
  const redraw = (target: string) => {
    if (waiting.has(target)) return
    waiting.add(target)
    last = last.then(() => {
      waiting.delete(target)
      return context.stopping ? undefined : draw(target, context, render)
    })
  }
  context.keptPages.redraw = redraw
  for (const page of [...listedPages, '/shop']) {
    for (const language of languages) redraw(localizedPath(page, language))
  }
}

/** As if a browser had asked; the answer goes nowhere. */
function draw(target: string, context: ServerContext, render: Renderer): Promise<void> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: target, headers: { 'accept-encoding': 'br' } })
  return answerPage(beginVisit(request, new ServerResponse(request), context), render)
}
