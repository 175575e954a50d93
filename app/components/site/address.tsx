import { Fragment } from 'react'

/** A narrow screen breaks it between its parts; copied, it is whole. */
export function Address({ text }: { text: string }) {
  return text.split(/(?=[@/?=])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
