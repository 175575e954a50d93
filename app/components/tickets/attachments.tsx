import type { Attachment } from '~/domain/files/attachments'
import { previewSize } from '~/domain/files/pictures'
import { wordOf } from '~/domain/files/types'
import type { Language } from '~/domain/text/languages'
import { useAtDesk } from '~/i18n/desk-address'
import { formatSize } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

export type FileAddress = (attachment: Attachment, as?: 'preview') => string

/** For a ticket's visitor, by its secret. */
export function filesFor(secret: string): FileAddress {
  return ({ id }, as) => `/files?${new URLSearchParams({ id, t: secret, ...(as && { as }) })}`
}

/** For the members of the desk whose page it is. */
export function useDeskFiles(): FileAddress {
  const atDesk = useAtDesk()
  return ({ id }, as) => atDesk(`/files?${new URLSearchParams({ id, ...(as && { as }) })}`)
}

/** Pictures have their size before they load, and open in a new tab, which keeps unsent text. */
export function Attachments({
  attachments,
  address,
  language,
}: {
  attachments: Attachment[]
  address: FileAddress
  language: Language
}) {
  const { t } = useTranslation()
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
            {t(`thread:kinds.${wordOf(type)}`)}, {formatSize(size, language)}
          </li>
        )
      })}
    </ul>
  )
}
