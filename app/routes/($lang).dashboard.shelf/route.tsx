import { AnsweredOutlet } from '~/components/forms/answered-outlet'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'

/** Around the products, whose forms it answers, and the pages on which one of them or their delivery is edited. */
export default function Shelf() {
  return (
    <div className="stockroom">
      <AnsweredOutlet />
    </div>
  )
}
