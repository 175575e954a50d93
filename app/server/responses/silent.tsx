import { readForm } from '~/http/forms/forms.server'
import { typedBy } from '~/http/forms/unsent.server'
import { translations } from '~/i18n/translation.server'
import { bodyLimit, readBody } from '../arrival/limits'
import type { Visit } from '../arrival/visit'
import type { Answer, AnswerHeaders } from './answer'
import { refusal } from './refusal'

/**
 * The 403 for a form of a browser that names no page as its source: says which setting does, and gives
 * back what was typed, which such a browser has lost.
 */
export async function refusedSilent(visit: Visit): Promise<Answer> {
  const { t } = translations(visit.language)
  const typed = await typedIn(visit)
  const headers: AnswerHeaders = typed ? {} : { connection: 'close' }
  const more = typed?.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
    <p className="field" key={index}>
      <label>
        {t('errors:given.typed')}
        <textarea readOnly rows={6} defaultValue={text} />
      </label>
    </p>
  ))
  return refusal(403, visit, headers, { words: 'silent', more })
}

/** Nothing of an unreadable form; undefined for one that is too long. */
async function typedIn({ request }: Visit): Promise<string[] | undefined> {
  const type = request.headers['content-type'] ?? ''
  const body = await readBody(request, bodyLimit(type))
  if (!body) return undefined
  const headers = { 'Content-Type': type }
  const sent = new Request('http://form.invalid', {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  const form = await readForm(sent).catch((thrown: unknown) => {
    if (thrown instanceof Response) return undefined
    throw thrown
  })
  return form ? typedBy(form) : []
}
