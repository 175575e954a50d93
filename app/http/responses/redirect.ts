import { redirect } from '@remix-run/node'
import { locationOf } from '../links/location'

/** Leads to a page of this site or to a full address; the status is 303 unless `init` names one. */
export function redirectTo(address: string, init: ResponseInit = {}): Response {
  return redirect(locationOf(address), { status: 303, ...init })
}
