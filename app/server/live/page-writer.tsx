import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'
import type { TicketWriter } from './ticket-source'

/** A page already on show can only grow: states are repeated, and its sheet shows each kind's last. */
export function pageWriter(language: Language, other: string): TicketWriter {
  const { t } = translations(language)
  return {
    messages: (html) => html,
    stand: ({ word, seen }, ownSeq) =>
      renderToStaticMarkup(
        <>
          {ownSeq !== undefined && (
            <li className="receipt" data-of={ownSeq}>
              {ownSeq <= seen ? t('thread:seen') : t('thread:sent')}
            </li>
          )}
          <li className="stand">{word}</li>
        </>,
      ),
    counter: ({ here, text, typing }) =>
      renderToStaticMarkup(
        <>
          <li className="availability">
            <span className={here ? 'dot here' : 'dot'} />
            {text}
          </li>
          <li className="typing">{typing && t('chat:outbox.typing', { name: other })}</li>
        </>,
      ),
  }
}
