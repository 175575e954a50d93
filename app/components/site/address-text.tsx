/** A word with an e-mail or web address. */
const address = /(?:^|\s)(\S*?(?:@|:\/\/)\S*)/g

/** Before a part of an address. */
const joint = /\b(?=[@/?=.]\w)/

/**
 * A text whose e-mail and web addresses stay on one line where they can; a narrow screen breaks them
 * between their parts. Copied, they are whole. An address alone gets no element of its own, so that a
 * link around it is underlined.
 */
export function AddressText({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => {
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

/** The text in pieces: every second one is an address. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let done = 0
  for (const { 0: found, 1: typed = '', index } of text.matchAll(address)) {
    const end = index + found.length
    pieces.push(text.slice(done, end - typed.length), typed)
    done = end
  }
  return [...pieces, text.slice(done)]
}
