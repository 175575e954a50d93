import type { AppLoadContext } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import type { StoredFile } from '~/domain/files/files'
import { keepPhoto, type PhotoRefused, receivePhoto } from '~/domain/files/photo-intake'
import type { Crop } from '~/domain/files/pictures'
import type { Language } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { readMultipart } from '~/http/forms/multipart.server'
import { type Refusal, refuse } from '~/http/sessions/proof.server'
import { localizedPath } from '~/i18n/addresses'

type Problem = 'missing' | 'size' | 'unread'

/** The file waits in the store until it is drawn. */
export type SentPhoto = { kind: 'sent'; file: StoredFile } | { kind: 'problem'; why: Problem }

const statuses: Partial<Record<Problem | PhotoRefused, number>> = { size: 413, busy: 503 }

/** The caller removes its file with `discardPhoto`. */
export async function readPhotoForm(
  request: Request,
  { files }: AppLoadContext['services'],
): Promise<{ form: FormData; photo: SentPhoto }> {
  let photo: SentPhoto = { kind: 'problem', why: 'missing' }
  const { form, problem } = await readMultipart(request, async ({ field, name, bytes }) => {
    if (field !== 'photo' || name === '' || photo.kind === 'sent') return undefined
    const file = await receivePhoto(files, bytes)
    photo = file ? { kind: 'sent', file } : { kind: 'problem', why: 'size' }
    return undefined
  })
  // A form that broke off may have lost its button; no other form of the page has files.
  if (!form.has('intent')) form.set('intent', 'save-photo')
  if (!problem) return { form, photo }
  await discardPhoto(photo, files)
  return { form, photo: { kind: 'problem', why: problem === 'large' ? 'size' : 'unread' } }
}

export async function discardPhoto(
  photo: SentPhoto,
  files: AppLoadContext['services']['files'],
): Promise<void> {
  if (photo.kind === 'sent') await files.remove([photo.file.file])
}

/** Errors are shown beside the field. */
export async function savePhoto(
  context: AppLoadContext,
  uid: string,
  photo: SentPhoto | undefined,
  crop: Crop,
  language: Language,
): Promise<Response | Refusal> {
  const problem = (why: Problem | PhotoRefused) =>
    refuse({ photo: `profile:errors.photo.${why}` }, statuses[why] ?? 400)
  if (photo?.kind !== 'sent') return problem(photo?.why ?? 'missing')
  const kept = await keepPhoto(context.services, uid, photo.file, crop, context.now())
  if (kept !== 'kept') return problem(kept)
  return redirect(localizedPath('/dashboard/profile', language), {
    status: 303,
    headers: { 'Set-Cookie': flash(context, 'photoSaved') },
  })
}
