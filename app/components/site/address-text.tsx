import { Fragment } from 'react'

/** A text whose e-mail and web addresses a narrow screen breaks between their parts; copied, they are whole. */
export function AddressText({ text }: { text: string }) {
  return text
    .replace(/\S+/g, (word) => (/@|:\/\//.test(word) ? word.replace(joints, '\u200b') : word))
    .split('\u200b')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}

const joints = /(?<=[\p{L}\p{N}])(?=[@/?=.][\p{L}\p{N}])/gu
