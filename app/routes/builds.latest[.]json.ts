import type { LoaderFunctionArgs } from '@remix-run/node'

/** The running build's id. Pages ask with a query, which keeps caches from answering. */
export function loader({ context }: LoaderFunctionArgs) {
  return Response.json(
    { id: context.build },
    { headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  )
}
