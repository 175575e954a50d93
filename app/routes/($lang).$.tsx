/** Whatever no other route knows. */
export function loader() {
  throw new Response(null, { status: 404 })
}

/** The same answer to a form that is sent there. */
export const action = loader

export default function Unknown() {
  return null
}
