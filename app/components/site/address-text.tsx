/** A word with an e-mail or web address. */
const address = /(?<!\S)(\S*?(?:@|:\/\/)\S*)/

/** Before a part of an address. */
const joint = /\b(?=[@/?=.]\w)/

/**
 * A text whose e-mail and web addresses stay on one line where they can; a narrow screen breaks them
 * between their parts. Copied, they are whole. An address alone gets no element of its own, so that a
 * link around it is underlined.
 */
export function AddressText({ text }: { text: string }) {
  return text.split(address).map((piece, index) => {
    if (index % 2 === 0) return piece
    const parts = piece
      .split(joint)
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      .flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : part))
    return piece === text ? (
      parts
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <span className="address" key={index}>
        {parts}
      </span>
    )
  })
}
