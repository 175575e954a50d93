/**
 * An object as JSON in pieces, with its messages a line each, which are read while it is written.
 * Returns `{…head,"messages":[…]}` without a line break at the end.
 */
export async function* jsonRecord(head: object, messages: AsyncIterable<object>) {
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`
  let comma = ''
  for await (const message of messages) {
    yield `${comma}\n  ${JSON.stringify(message)}`
    comma = ','
  }
  yield ']}'
}
