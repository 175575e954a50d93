/** Streams `{…head,"messages":[…]}`, a message per line, without a final line break. */
export async function* jsonRecord(head: object, messages: AsyncIterable<object>) {
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`
  let comma = ''
  for await (const message of messages) {
    yield `${comma}\n  ${JSON.stringify(message)}`
    comma = ','
  }
  yield ']}'
}
