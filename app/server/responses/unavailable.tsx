import { describe, FilesUnavailable } from '~/domain/files/errors'
import type { StoreUnavailable } from '~/domain/stores'
import { translations } from '~/i18n/translation.server'
import type { Visit } from '../arrival/visit'
import type { Answer } from './answer'
import { refusal } from './refusal'

/** In seconds. */
export const comeAgainAfter = 10

/** Not sent back to the browser: passwords, files and captcha responses. */
const unrepeated = /^(captcha|files)$|password$/i

/**
 * The 503 for a failed store. Returns what a form sent in a form with the same keys, so that
 * resending is safe; without passwords, which must be typed again on the form's own page.
 */
export function unavailable(visit: Visit, error: StoreUnavailable): Answer {
  const headers = { 'retry-after': `${comeAgainAfter}` }
  const { t } = translations(visit.language)
  const sent = visit.request.method === 'POST' ? sentFields(visit) : []
  const fields = sent.filter(([name]) => !unrepeated.test(name))
  if (fields.length === 0) {
    const text = error instanceof FilesUnavailable ? t(describe(error.code).key) : undefined
    return refusal(503, visit, headers, { text })
  }
  const whole = sent.every(([name]) => !/password$/i.test(name))
  const typed = fields.filter(([, value]) => /\s/.test(value.trim()))
  const more = (
    <form method="post" action={visit.path + visit.query}>
      {fields.map((field) => {
        const [name, value] = field
        return typed.includes(field) ? (
          <p key={name + value} className="field">
            <label>
              {t('refusal:unsaved.typed')}
              <textarea name={name} defaultValue={value} rows={6} />
            </label>
          </p>
        ) : (
          <input key={name + value} type="hidden" name={name} value={value} />
        )
      })}
      {whole && (
        <p>
          <button type="submit">{t('refusal:unsaved.again')}</button>
        </p>
      )}
    </form>
  )
  return refusal(503, visit, headers, { words: 'unsaved', more })
}

function sentFields({ sent, body, request }: Visit): [name: string, value: string][] {
  if (sent) return sent
  const type = request.headers['content-type'] ?? ''
  if (!body || !/^application\/x-www-form-urlencoded\b/i.test(type)) return []
  return [...new URLSearchParams(body.toString())]
}
