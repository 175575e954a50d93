import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { qrCode } from '~/components/site/qr-code.server'
import { inEvery } from '~/domain/text/languages'
import { nextAfter } from '~/http/desks/guide.server'
import { launcherIn } from '~/http/desks/launcher.server'
import { requireManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

/** The first steps that are done in this room. */
export const guideHere = ['embed'] as const

/** The room's data as serialized for the page: times are strings. */
export type EmbedPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireManager(context)
  const { desk } = own
  const { url, language, services, config, now } = context
  const embed = await services.embeds.find(desk.id)
  const launcher = launcherIn(embed.launcher, language)
  const words = escaped(launcher.text)
  const spoken = `<span lang="${launcher.language}">${words}</span>`
  const link = `${config.publicOrigin}${localizedPath(`/chat?desk=${desk.publicKey}`, language)}`
  const earlier = desk.earlierKeyUntil && desk.earlierKeyUntil > now()
  return {
    ...embed,
    timeZone: desk.timeZone,
    publicKey: desk.publicKey,
    earlierUntil: earlier ? desk.earlierKeyUntil : undefined,
    link,
    snippet: [
      `<a href="${link}">${launcher.language === language ? words : spoken}</a>`,
      `<script async src="${config.publicOrigin}/embed.js?desk=${desk.publicKey}"></script>`,
    ].join('\n'),
    code: qrCode(link),
    usual: inEvery((language) => launcherIn({}, language).text),
    takesMail: config.mailIn?.domain !== undefined,
    next: await nextAfter(guideHere, own, context),
    asksForKey: url.searchParams.get('step') === 'key',
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (each) => ({ '&': '&amp;', '<': '&lt;' })[each] ?? '&gt;')
}
