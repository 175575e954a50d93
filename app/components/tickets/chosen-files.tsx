import { useEffect, useRef, useState } from 'react'
import { formatSize } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/**
 * The files that the form around it takes along, each with a button to leave it out. Files that are pasted or
 * dropped into the form are added to its field.
 */
export function ChosenFiles() {
  const { t } = useTranslation()
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [files, setFiles] = useState<File[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    const look = () => setFiles([...(fileFieldIn(form)?.files ?? [])])
    const bring = (event: Event) => {
      const { clipboardData, dataTransfer } = event as ClipboardEvent & DragEvent
      const brought = clipboardData ?? dataTransfer
      // Office programs put a picture of copied words beside them.
      if (!brought?.types.includes('Files') || brought.types.includes('text/plain')) return
      event.preventDefault()
      if (brought.files.length === 0) return
      choose(place.current, [...(fileFieldIn(form)?.files ?? []), ...brought.files])
      look()
    }
    const listening = new AbortController()
    const { signal } = listening
    form?.addEventListener('change', look, { signal })
    form?.addEventListener('reset', () => setFiles([]), { signal })
    for (const kind of ['paste', 'drop', 'dragover'])
      form?.addEventListener(kind, bring, { signal })
    return () => listening.abort()
  }, [])
  return (
    <div ref={place} className="chosen-place">
      {files.length > 0 && (
        <ul className="chosen">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} title={file.name}>
              <span className="name">{file.name}</span>{' '}
              <span className="quiet">{formatSize(file.size, language)}</span>
              <button
                type="button"
                aria-label={t('thread:files.remove', { name: file.name })}
                onClick={() => {
                  const rest = files.filter((each) => each !== file)
                  choose(place.current, rest)
                  setFiles(rest)
                  place.current?.closest('form')?.querySelector<HTMLElement>('#body')?.focus()
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function fileFieldIn(form: Element | null | undefined) {
  return form?.querySelector<HTMLInputElement>('#files')
}

function choose(place: Element | null, files: readonly File[]) {
  const field = fileFieldIn(place?.closest('form'))
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  if (field) field.files = chosen.files
}
