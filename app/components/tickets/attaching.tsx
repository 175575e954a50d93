import type { RefObject } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { AttachmentField } from './attachment-field'
import { fileFieldIn } from './chosen-files'
import { ToolSummary } from './tool'

/** The paper clip, which opens the browser's choice of files; without scripts, the field for it. */
export function Attaching({
  form,
  answer,
}: {
  form: RefObject<HTMLFormElement>
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  return (
    <details className="attaching" open={hasFiles(answer) || undefined}>
      <ToolSummary
        tool="files"
        onClick={(event) => {
          event.preventDefault()
          fileFieldIn(form.current)?.click()
        }}
      >
        {t('thread:files.label')}
      </ToolSummary>
      <AttachmentField key={filesKeyOf(answer)} answer={answer} />
    </details>
  )
}

/** Whether a refused form had files, or problems with them. */
export function hasFiles({ uploaded = [], errors = {} }: Partial<FormAnswer> = {}): boolean {
  return uploaded.length > 0 || Object.keys(errors).some((at) => at.startsWith('files'))
}

/** Another for each answer with other files: its field begins afresh. */
export function filesKeyOf({ uploaded = [] }: Partial<FormAnswer> = {}): string {
  return uploaded.map(({ token }) => token).join()
}
