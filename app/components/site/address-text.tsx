import { Fragment } from 'react'

/** A word with an e-mail or web address. */
const address = /(?<!\S)(\S*?(?:@|:\/\/)\S*)/

/** Before a part of an address. */
const joint = /(?<=[\p{L}\p{N}])(?=[@/?=.][\p{L}\p{N}])/u

/**
 * A text whose e-mail and web addresses stay on one line where they can; a narrow screen breaks them
 * between their parts. Copied, they are whole. An address alone gets no element of its own, so that a
 * link around it is underlined.
 */
export function AddressText({ text }: { text: string }) {
  const alone = !/\s/.test(text)
  return text.split(address).map((piece, index) => {
    const parts = index % 2 ? <Parts text={piece} /> : piece
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Fragment key={index}>
        {index % 2 && !alone ? <span className="whole">{parts}</span> : parts}
      </Fragment>
    )
  })
}

function Parts({ text }: { text: string }) {
  return text.split(joint).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
