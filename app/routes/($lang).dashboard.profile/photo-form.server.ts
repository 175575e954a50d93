import type { AppLoadContext } from '@remix-run/node'
import { describe, type FileCode, FilesUnavailable, isFileCode } from '~/domain/files/errors'
import type { StoredFile } from '~/domain/files/files'
import { keepPhoto, type PhotoRefused, receivePhoto } from '~/domain/files/photo-intake'
import type { Crop } from '~/domain/files/pictures'
import type { ActionResult, Asked, Sent } from '~/http/forms/form-action.server'
import { readForm } from '~/http/forms/forms.server'
import { isMultipart, readMultipart } from '~/http/forms/multipart.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

type Problem = 'missing' | 'size' | 'unread' | FileCode

/** The file waits in the store until it is drawn. */
export type SentPhoto = { kind: 'sent'; file: StoredFile } | { kind: 'problem'; why: Problem }

const statuses: Partial<Record<Problem | PhotoRefused, number>> = { size: 413, busy: 503 }

export async function readPhotoForm(
  request: Request,
  _: unknown,
  { services: { files }, report }: AppLoadContext,
): Promise<Sent<{ photo?: SentPhoto }>> {
  if (!isMultipart(request)) return { form: await readForm(request) }
  let photo: SentPhoto = { kind: 'problem', why: 'missing' }
  const { form, problem } = await readMultipart(request, async ({ field, name, bytes }) => {
    if (field !== 'photo' || name === '' || photo.kind === 'sent') return undefined
    try {
      const file = await receivePhoto(files, bytes)
      photo = file ? { kind: 'sent', file } : { kind: 'problem', why: 'size' }
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error
      report(error)
      photo = { kind: 'problem', why: error.code }
    }
    return undefined
  })
  const end = async () => {
    if (photo.kind === 'sent') await files.remove([photo.file.file])
  }
  // A form that broke off may have lost its button; no other form of the page has files.
  if (!form.has('intent')) form.set('intent', 'save-photo')
  if (!problem) return { form, photo, end }
  const why = problem === 'large' ? 'size' : 'unread'
  return { form, photo: { kind: 'problem', why }, end }
}

/** Errors are shown beside the field. */
export async function savePhoto(
  crop: Crop,
  { photo, session, context }: Asked<OwnDesk & { photo?: SentPhoto }>,
): Promise<ActionResult> {
  const { services, language, now } = context
  const problem = (why: Problem | PhotoRefused) => {
    if (isFileCode(why))
      return { status: describe(why).status, errors: { photo: describe(why).key } }
    return { status: statuses[why] ?? 400, errors: { photo: `profile:errors.photo.${why}` } }
  }
  if (photo?.kind !== 'sent') return problem(photo?.why ?? 'missing')
  const kept = await keepPhoto(services, session.user.uid, photo.file, crop, now())
  if (kept !== 'kept') return problem(kept)
  return { to: localizedPath('/dashboard/profile', language), notice: 'photoSaved' }
}
