import { createContext, type ReactNode, useContext, useState } from 'react'
import { givenField, givenMark } from '~/domain/forms/given'

const Given = createContext<Map<string, string> | undefined>(undefined)

/**
 * Notes what a form's fields are given, for the server to tell it from what was typed where no script does.
 * Only the server renders the mark, behind all fields.
 */
export function GivenFields({ children }: { children: ReactNode }) {
  const [fields] = useState(() => new Map<string, string>())
  return (
    <Given.Provider value={fields}>
      {children}
      <noscript>{import.meta.env.SSR && <Mark />}</noscript>
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
