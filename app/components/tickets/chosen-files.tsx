import { useEffect, useRef, useState } from 'react'
import { formatSize } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { ErrorText } from '../forms/field'
import { loadExtra } from '../updates/fetch-retry'

/**
 * The files that the form around it takes along, each with a button to leave it out. Files that are pasted or
 * dropped into the form are added to its field. Those that the server would refuse are left out, and named.
 */
export function ChosenFiles() {
  const { t } = useTranslation()
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [files, setFiles] = useState<File[]>([])
  const [refused, setRefused] = useState<string[]>([])
  useEffect(() => {
    const form = place.current?.closest('form')
    const chosen = () => [...(fileFieldIn(form)?.files ?? [])]
    const look = async () => {
      setFiles(chosen())
      setRefused([])
      if (chosen().length === 0) return
      const part = await loadExtra(() => import('./refused-files'))
      const held = form?.querySelectorAll('[name=uploaded]:checked').length ?? 0
      const sifted = part?.sift(chosen(), held, t)
      if (!sifted || sifted.refused.length === 0) return
      choose(place.current, sifted.taken)
      setFiles(sifted.taken)
      setRefused(sifted.refused)
    }
    const bring = (event: Event) => {
      const { clipboardData, dataTransfer } = event as ClipboardEvent & DragEvent
      const brought = clipboardData ?? dataTransfer
      // Office programs put a picture of copied words beside them.
      if (!brought?.types.includes('Files') || brought.types.includes('text/plain')) return
      event.preventDefault()
      if (brought.files.length === 0) return
      choose(place.current, [...chosen(), ...brought.files])
      look()
    }
    const listening = new AbortController()
    const { signal } = listening
    const changed = ({ target }: Event) => void (target === fileFieldIn(form) && look())
    const empty = () => {
      setFiles([])
      setRefused([])
    }
    form?.addEventListener('change', changed, { signal })
    form?.addEventListener('reset', empty, { signal })
    for (const kind of ['paste', 'drop', 'dragover'])
      form?.addEventListener(kind, bring, { signal })
    return () => listening.abort()
  }, [t])
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
      {refused.map((why) => (
        <ErrorText key={why} error={why} />
      ))}
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
