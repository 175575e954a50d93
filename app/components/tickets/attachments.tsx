import type { Attachment } from '~/domain/files/attachments'
import { previewSize } from '~/domain/files/pictures'
import { endings } from '~/domain/files/types'
import type { Language } from '~/domain/text/languages'
import { formatSize } from '~/i18n/formats'

/** Where a file is, for whoever reads the thread. */
export type FileAddress = (attachment: Attachment, as?: 'preview') => string

/** The addresses for the visitor who has the ticket's secret; without one for the owner who is signed in. */
export function filesFor(secret?: string): FileAddress {
  return ({ id }, as) =>
    `/files?${new URLSearchParams({ id, ...(secret && { t: secret }), ...(as && { as }) })}`
}

/**
 * The files of a message: pictures in small, in the size they will have, so that nothing moves when
 * they come. A picture opens beside the page, where a text may be half written.
 */
export function Attachments({
  attachments,
  address,
  language,
}: {
  attachments: Attachment[]
  address: FileAddress
  language: Language
}) {
  return (
    <ul className="files">
      {attachments.map((attachment) => {
        const { id, name, type, size, width, height } = attachment
        return (
          <li key={id}>
            {width && height ? (
              <a href={address(attachment)} target="_blank" rel="noopener">
                <img
                  src={address(attachment, 'preview')}
                  alt=""
                  {...previewSize({ width, height })}
                  loading="lazy"
                />
                {name}
              </a>
            ) : (
              <a href={address(attachment)} download={name}>
                {name}
              </a>
            )}{' '}
            {endings[type].toUpperCase()}, {formatSize(size, language)}
          </li>
        )
      })}
    </ul>
  )
}
