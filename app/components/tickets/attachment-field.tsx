import { accepted } from '~/domain/files/types'
import type { FormAnswer } from '~/domain/forms/forms'
import { formatSize } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { ErrorText } from '../forms/field'

/** Without it a browser sends only the files' names. */
export const withFiles = 'multipart/form-data'

/** What a script of the page needs, on the field. */
type ForScript = Record<`data-${string}`, string | number>

/** A refused form's files are sent again unless unticked: no browser refills a file field. */
export function AttachmentField({ answer, data }: { answer?: FormAnswer; data?: ForScript }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { uploaded = [], errors = {} } = answer ?? {}
  const problems = Object.entries(errors).filter(([field]) => field.startsWith('files'))
  const focus = Object.keys(errors)[0] === 'files' && { autoFocus: true }
  const described = ['files-hint', ...problems.map(([field]) => `${field}-error`)].join(' ')
  return (
    <div className="field attach">
      {uploaded.length > 0 && (
        <fieldset className="uploaded">
          <legend>{t('thread:files.uploaded')}</legend>
          {uploaded.map(({ token, name, size }) => (
            <label key={token}>
              <input type="checkbox" name="uploaded" value={token} defaultChecked />
              <span>
                {name} <span className="quiet">{formatSize(size, language)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label htmlFor="files">{t('thread:files.label')}</label>
      <input
        type="file"
        id="files"
        name="files"
        multiple
        accept={accepted}
        aria-describedby={described}
        {...data}
        {...focus}
        aria-invalid={problems.length > 0 || undefined}
      />
      <span className="hint" id="files-hint">
        {t('thread:files.hint')}
      </span>
      {problems.map(([field, error]) => (
        <ErrorText key={field} id={`${field}-error`} error={error} />
      ))}
    </div>
  )
}
