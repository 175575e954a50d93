import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { create } from 'qrcode'
import { inEvery } from '~/domain/text/languages'
import { launcherText } from '~/http/desks/launcher.server'
import { requireManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

/** The room's data as serialized for the page: times are strings. */
export type EmbedPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  const { url, language, services, config, now } = context
  const embed = await services.embeds.find(desk.id)
  const link = `${config.publicOrigin}${localizedPath(`/chat?desk=${desk.publicKey}`, language)}`
  const earlier = desk.earlierKeyUntil && desk.earlierKeyUntil > now()
  return {
    ...embed,
    greeting: desk.greeting,
    timeZone: desk.timeZone,
    publicKey: desk.publicKey,
    earlierUntil: earlier ? desk.earlierKeyUntil : undefined,
    link,
    snippet: [
      `<a href="${link}">${escaped(launcherText(embed.launcher, language))}</a>`,
      `<script async src="${config.publicOrigin}/embed.js?desk=${desk.publicKey}"></script>`,
    ].join('\n'),
    code: qrCode(link),
    usual: inEvery((language) => launcherText({}, language)),
    takesMail: config.mailIn?.domain !== undefined,
    asksForKey: url.searchParams.get('step') === 'key',
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (each) => ({ '&': '&amp;', '<': '&lt;' })[each] ?? '&gt;')
}

/** An SVG path in a square of `size` units, with a quiet zone of four. */
interface QrCode {
  size: number
  path: string
}

function qrCode(address: string): QrCode {
  const { size, data } = create(address, { errorCorrectionLevel: 'M' }).modules
  const free = 4
  let path = ''
  for (let row = 0; row < size; row += 1) {
    path += `M${free} ${row + free}`
    let before = 0
    for (let from = 0; from < size; from += 1) {
      let to = from
      while (to < size && data[row * size + to]) to += 1
      if (to > from) {
        // Relative: distances repeat, and compress to half of what positions take.
        path += `m${from - before} 0h${to - from}v1h${from - to}z`
        before = from
      }
      from = to
    }
  }
  return { size: size + 2 * free, path }
}
