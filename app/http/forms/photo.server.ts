import type { AppLoadContext } from '@remix-run/node'
import { describe, type FileCode, FilesUnavailable, isFileCode } from '../../domain/files/errors'
import type { StoredFile } from '../../domain/files/files'
import { type PhotoRefused, receivePhoto } from '../../domain/files/photo-intake'
import type { SamePage, Sent } from './form-action.server'
import { readForm } from './forms.server'
import { isMultipart, readMultipart } from './multipart.server'

type PhotoProblem = 'missing' | 'size' | 'unread' | FileCode

/** The file waits in the store until it is cropped. */
export type SentPhoto = { kind: 'sent'; file: StoredFile } | { kind: 'problem'; why: PhotoProblem }

const statuses: Partial<Record<PhotoProblem | PhotoRefused, number>> = { size: 413, busy: 503 }

/** A form with one photo, in the field `photo`; the button `save-photo` sends it. */
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
  // A form that broke off may have lost its button: this one refuses the photo, too.
  if (!form.has('intent')) form.set('intent', 'save-photo')
  if (!problem) return { form, photo, end }
  const why = problem === 'large' ? 'size' : 'unread'
  return { form, photo: { kind: 'problem', why }, end }
}

export function photoRefused(why: PhotoProblem | PhotoRefused): SamePage {
  if (isFileCode(why)) return { status: describe(why).status, errors: { photo: describe(why).key } }
  return { status: statuses[why] ?? 400, errors: { photo: `photo:errors.${why}` } }
}
