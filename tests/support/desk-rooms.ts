import { readdirSync } from 'node:fs'

/** The rooms of the desk by their routes, the overview first, with the path of each. */
export const deskRooms: readonly { name: string; path: string }[] = readdirSync('app/routes')
  .flatMap((file) => /^\(\$lang\)\.dashboard\.(?!tsx$)(\w+)(\.tsx)?$/.exec(file)?.[1] ?? [])
  .map((name) =>
    name === '_index'
      ? { name: 'overview', path: '/dashboard' }
      : { name, path: `/dashboard/${name}` },
  )
