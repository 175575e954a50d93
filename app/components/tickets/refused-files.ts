import type { TFunction } from 'i18next'
import type { WordsHandle } from '~/components/site/page'
import { largestFile, mostAttachments } from '~/domain/files/attachments'
import { refusedName } from '~/domain/files/programs'

/** Loaded once files are chosen. */
export const handle: WordsHandle = { i18n: ['files'] }

/**
 * Which of the chosen files can be sent beside `held` earlier ones, and why others cannot, as far as their names
 * and sizes tell it: the server looks into them.
 */
export function sift(files: readonly File[], held: number, t: TFunction) {
  const refused = new Set<string>()
  const fitting = files.filter((file) => {
    const why = problemOf(file)
    if (why) refused.add(t(`files:${why}`, { name: file.name }))
    return !why
  })
  const room = Math.max(0, mostAttachments - held)
  if (fitting.length > room) refused.add(t('files:many'))
  return { taken: fitting.slice(0, room), refused: [...refused] }
}

function problemOf({ name, size }: File) {
  if (size > largestFile) return 'size'
  return size === 0 ? 'empty' : refusedName(name)
}
