import { expect, test } from 'vitest'
import { uploadPages } from '~/server/arrival/uploads'
import { sourcesIn } from '../../support/source-files'

/** The address of a file's route, without its language: `($lang).dashboard.tickets_.new` is /dashboard/tickets/new. */
function pageOf(path: string): string {
  const [, route = ''] = /^app\/routes\/\(\$lang\)\.([^/]*?)(?:\.tsx?)?(?:\/|$)/.exec(path) ?? []
  return `/${route
    .replaceAll('_.', '/')
    .replaceAll('.', '/')
    .replace(/_?index$/, '')}`
}

test('every page with a form that brings files is known to the server in front of it', () => {
  const bringing = sourcesIn('app/routes')
    .filter(({ text }) => /encType=/.test(text))
    .map(({ path }) => pageOf(path))
  expect(bringing.length).toBeGreaterThan(3)
  expect(new Set(uploadPages)).toEqual(new Set(bringing))
})
