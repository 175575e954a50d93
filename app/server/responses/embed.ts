import script from 'virtual:browser/embed'
import { type Embed, onColour, type Side } from '~/domain/desks/embeds'
import { inEvery } from '~/domain/text/languages'
import { launcherIn } from '~/http/desks/launcher.server'
import { localizedPath } from '~/i18n/addresses'
import { originAskedFor } from '../arrival/guard'
import type { Visit } from '../arrival/visit'
import { createRepresentation, type Representation } from './representation'
import { send } from './send'

/** Its address never changes, so browsers ask again soon, which the tag makes cheap. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  'cross-origin-resource-policy': 'cross-origin',
}

const mostCached = 500
const cached = new Map<string, Representation>()

/** `/embed.js?desk=KEY`: opens a desk's chat within other sites; empty without such a desk. */
export async function handleEmbed(visit: Visit): Promise<void> {
  const { request, context, query, host } = visit
  const { services, config, now } = context
  const key = new URLSearchParams(query).get('desk') ?? ''
  const desk = await services.desks.findByPublicKey(key, now())
  if (!desk)
    return send(visit, { status: 404, headers: { 'content-type': headers['content-type'] } })
  const origin = originAskedFor(host, config.origins) ?? config.publicOrigin
  const code = embedScript(origin, key, await services.embeds.find(desk.id))
  const found = cached.get(code) ?? createRepresentation(headers, Buffer.from(code))
  cached.delete(code)
  cached.set(code, found)
  const [oldest] = cached.keys()
  if (cached.size > mostCached && oldest !== undefined) cached.delete(oldest)
  send(visit, await found.answer(request.headers))
}

/** app/browser/embed.ts with what it must know of a desk. */
function embedScript(origin: string, key: string, { look, launcher }: Embed): string {
  const filled = JSON.stringify([
    key,
    look.side === 'inline' ? '' : launcherStyle(look),
    panelStyle(look.side),
    inEvery((language) => {
      const { text, language: spoken } = launcherIn(launcher, language)
      return [origin + localizedPath(`/chat?desk=${key}`, language), text, spoken]
    }),
  ])
  return script.code.replace('__EMBED__', () => filled)
}

/** In px, as a site may give its rem another size. Above the page; a repeated digit is sent in few bytes. */
const onTop = 'position:fixed;z-index:999999999'
/** Visible on light and dark pages. */
const shadow = 'box-shadow:0 1px 9px #8888'

function launcherStyle({ light, dark, side }: Embed['look']): string {
  return [
    onTop,
    `${side}:16px`,
    'bottom:16px',
    'padding:12px 16px',
    'border-radius:32px',
    // Each twice, for browsers without light-dark().
    `background:${light}`,
    `background:light-dark(${light},${dark})`,
    'color:#fff',
    `color:light-dark(#fff,${onColour.dark})`,
    'font:600 16px system-ui',
    'text-decoration:none',
    // Beside the first words of an answer.
    'max-width:min(100vw - 64px,352px)',
    'overflow-wrap:anywhere',
    shadow,
  ].join(';')
}

/** Below 480 px it fills the window; above it is a sheet over the launcher. */
function panelStyle(side: Side): string {
  const room = '(16px - var(--n))*99'
  return [
    onTop,
    `${side === 'left' ? side : 'right'}:var(--n)`,
    `bottom:calc(var(--n)*${side === 'inline' ? 1 : 5})`,
    '--n:clamp(0px,100vw - 480px,16px)',
    `width:min(100vw,384px + ${room})`,
    `height:min(100dvh - var(--n)*6,640px + ${room})`,
    'border-radius:var(--n)',
    'overflow:hidden',
    'display:none',
    // White in a dark scheme, which the script reads.
    'color:canvastext',
    shadow,
  ].join(';')
}
