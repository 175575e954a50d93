import { setTimeout as wait } from 'node:timers/promises'
import { newEmbed } from '~/domain/desks/embeds'
import type { Language } from '~/domain/text/languages'
import { formatDecimal } from '~/i18n/formats'
import type { Visit } from '../arrival/visit'
import { writeHead } from '../responses/send'
import { pageForm } from './page-form'
import { refuse } from './refuse'
import { events } from './stream'

/** Beats, and the milliseconds between them. */
const signs = 5
const every = 300

/** Concurrent tests: each holds its connection for a moment. */
const most = 100
let open = 0

/**
 * Beats with the server's time, for the page that tests a connection: as events, or as a growing
 * page. If all arrive at once, something on the way buffers them.
 */
export async function openTestLine(visit: Visit, shownIn: Language | undefined): Promise<void> {
  const { response, context } = visit
  if (visit.request.method !== 'GET') return refuse(visit, 405, 'GET')
  if (open >= most) return refuse(visit, 503)
  open++
  try {
    const { headers, beginning } = shownIn ? pageForm(shownIn, '', newEmbed()) : events
    writeHead(visit, 200, headers)
    response.write(beginning)
    const began = context.now().getTime()
    for (let sign = 1; sign <= signs && !response.destroyed && !context.stopping; sign++) {
      const time = context.now().getTime()
      response.write(
        shownIn
          ? `<li>${sign}/${signs} · ${formatDecimal((time - began) / 1_000, shownIn)} s</li>`
          : `data: ${time}\n\n`,
      )
      await wait(every)
    }
    response.end()
  } finally {
    open--
  }
}
