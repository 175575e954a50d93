import { Outlet, useActionData } from '@remix-run/react'
import { AnswerAround } from '~/components/forms/use-form'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'

/** Around the products, whose forms it answers, and the pages on which one of them or their delivery is edited. */
export default function Shelf() {
  return (
    <div className="stockroom">
      <AnswerAround.Provider value={useActionData()}>
        <Outlet />
      </AnswerAround.Provider>
    </div>
  )
}
