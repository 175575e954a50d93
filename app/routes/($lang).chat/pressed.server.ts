import { isMultipart } from '~/http/multipart.server'

/**
 * What a button of the small forms beside the composer asks for; empty for the composer's own form,
 * which may bring files and can be read only once.
 */
export async function pressedBeside(request: Request): Promise<string> {
  if (isMultipart(request)) return ''
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData())
  return String(form.get('intent') ?? '')
}
