import { createContext, type ReactNode, useContext, useState } from 'react'
import { givenField, givenMark } from '~/domain/forms/given'
import { usePageHandle } from '../site/page'

const Given = createContext<Map<string, string> | undefined>(undefined)

/**
 * Notes what a form's fields are given, for the server to tell it from what was typed where React does not.
 * Only the server renders the mark, behind all fields.
 */
export function GivenFields({ children }: { children: ReactNode }) {
  const [fields] = useState(() => new Map<string, string>())
  const hydrates = usePageHandle()?.scripts === 'react'
  const mark = import.meta.env.SSR && <Mark />
  return (
    <Given.Provider value={fields}>
      {children}
      {hydrates ? <noscript>{mark}</noscript> : mark}
    </Given.Provider>
  )
}

function Mark() {
  const mark = givenMark(useContext(Given) ?? [])
  return mark ? <input type="hidden" name={givenField} value={mark} /> : null
}

/** For a field to say what it is given, whatever was typed into it since. */
export function useGive(): (name: string, value?: unknown) => void {
  const fields = useContext(Given)
  return (name, value = '') => void fields?.set(name, String(value))
}
