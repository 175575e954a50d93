import type { LoaderFunctionArgs } from '@remix-run/node'
import { missing } from '~/http/responses/missing.server'

export function loader({ context }: LoaderFunctionArgs) {
  throw missing(context)
}

export const action = loader

export default function Unknown() {
  return null
}
