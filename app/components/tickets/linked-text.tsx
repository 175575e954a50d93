import { Fragment } from 'react'
import { linksIn } from '~/domain/text/links'

/** What somebody wrote, with its addresses as links that say where they lead. */
export function LinkedText({ text }: { text: string }) {
  return linksIn(text).map(({ text: part, href, host }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes, and may name an address twice
      <Fragment key={index}>
        <a href={href} rel="nofollow noopener ugc" target="_blank">
          {part}
        </a>
        {host && <bdi className="host">{` (${host})`}</bdi>}
      </Fragment>
    ) : (
      part
    ),
  )
}
