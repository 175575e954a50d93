import { readdirSync } from 'node:fs'

/** The rooms of the desk by their routes, the overview first, with the path of each. */
export const deskRooms: readonly { name: string; path: string }[] = readdirSync('app/routes')
  .flatMap((file) => /^\(\$lang\)\.dashboard\.(?!tsx$)(\w+)(\.tsx)?$/.exec(file)?.[1] ?? [])
  .map((name) =>
    name === '_index'
      ? { name: 'overview', path: '/dashboard' }
      : { name, path: `/dashboard/${name}` },
  )

/** Addresses below the rooms that have forms of their own: ticket 1, products, parts of texts and details. */
export const partsOfRooms: readonly string[] = [
  '/dashboard/tickets?ticket=1',
  '/dashboard/tickets/new',
  '/dashboard/shelf/product',
  '/dashboard/shelf/product?product=house-coffee',
  '/dashboard/shelf/categories',
  '/dashboard/shelf/shipping',
  '/dashboard/home?part=questions',
  '/dashboard/company?details',
  '/dashboard/company?bank',
  '/dashboard/company?text=terms&in=en',
]
