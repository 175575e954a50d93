import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'
import { languages } from './domain/text/languages'

export default [
  ...(await flatRoutes()),
  ...languages.map((language) => {
    const name = `${language}-sitemap`
    return route(`${name}.xml`, 'routes/sitemap[.]xml.ts', { id: name })
  }),
] satisfies RouteConfig
