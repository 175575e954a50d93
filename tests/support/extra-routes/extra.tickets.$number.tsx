import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'

export function loader({ params }: LoaderFunctionArgs) {
  return { number: params.number }
}

/** Reads what was sent in every way that a Request has. */
export async function action({ request }: ActionFunctionArgs) {
  const copy = request.clone()
  const isJson = request.headers.get('Content-Type') === 'application/json'
  const sent = isJson ? await request.json() : Object.fromEntries(await request.formData())
  return { sent, text: await copy.text(), gone: request.signal.aborted }
}

export default function Ticket() {
  const answer = { ...useLoaderData<typeof loader>(), ...useActionData<typeof action>() }
  return <output>{JSON.stringify(answer)}</output>
}
