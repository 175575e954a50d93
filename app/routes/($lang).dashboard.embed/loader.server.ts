import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { inEvery } from '~/domain/text/languages'
import { launcherText } from '~/http/desks/launcher.server'
import { requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { qrCode } from './qr.server'

/** What the room shows, as it comes over the line: times are texts. */
export type EmbedPage = SerializeFrom<typeof loader>

/** How to put the desk on a site, and all that can be chosen. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context)
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
    /** What is on the launcher where the owner has put nothing. */
    usual: inEvery((language) => launcherText({}, language)),
    /** Whether the step before another key is on show. */
    asksForKey: url.searchParams.get('step') === 'key',
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (each) => ({ '&': '&amp;', '<': '&lt;' })[each] ?? '&gt;')
}
