import { renderToStaticMarkup } from 'react-dom/server'
import type { Embed } from '~/domain/desks/embeds'
import type { Language } from '~/domain/text/languages'
import { frameAncestors } from '~/http/responses/content-policy.server'
import { translations } from '~/i18n/translation.server'
import { stylesheetWith } from '~/styles/stylesheets.server'
import type { StreamForm } from './stream'

/**
 * An endless page, for a frame in a browser without scripts: each message is appended and painted
 * at once. At its end the browser loads it again, or shows a link to its `address` where newer
 * frames have replaced it.
 */
export function pageForm(
  language: Language,
  address: string,
  { look, origins }: Embed,
): StreamForm {
  const stylesheet = stylesheetWith('chat', look)
  const { t } = translations(language)
  const head = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <title>{t('thread:heading')}</title>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, known when building */}
      <style dangerouslySetInnerHTML={{ __html: stylesheet.css }} />
    </head>,
  )
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      'referrer-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${stylesheet.hash}`,
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        // Its frame may be within one on another site.
        frameAncestors(origins),
      ].join('; '),
    },
    beginning: `<!doctype html><html lang="${language}" class="endless">${head}<body><div role="log"><ol class="thread">`,
    heartbeat: '\n',
    end: (comeAgainAfter) =>
      `</ol></div><meta http-equiv="refresh" content="${Math.ceil(comeAgainAfter / 1_000)}">`,
    pause: leadOn(t('chat:paused'), t('chat:goOn')),
    giveWay: leadOn(t('chat:elsewhere'), t('chat:here')),
  }

  function leadOn(why: string, how: string): string {
    return renderToStaticMarkup(
      <li className="day pause">
        <span>
          {why} <a href={address}>{how}</a>
        </span>
      </li>,
    )
  }
}
