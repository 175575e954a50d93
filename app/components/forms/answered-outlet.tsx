import { Outlet, useActionData, useOutletContext } from '@remix-run/react'
import { AnswerAround } from './use-form'

/** The outlet of a layout whose action handles its child page's forms: passes on the answer. */
export function AnsweredOutlet() {
  return (
    <AnswerAround.Provider value={useActionData()}>
      <Outlet context={useOutletContext()} />
    </AnswerAround.Provider>
  )
}
