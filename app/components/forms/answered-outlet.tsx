import { Outlet, useActionData, useOutletContext } from '@remix-run/react'
import { AnswerAround } from './use-form'

/** For a layout whose action answers the forms of the page within it. */
export function AnsweredOutlet() {
  return (
    <AnswerAround.Provider value={useActionData()}>
      <Outlet context={useOutletContext()} />
    </AnswerAround.Provider>
  )
}
