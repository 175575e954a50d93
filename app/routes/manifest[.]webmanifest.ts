import type { LoaderFunctionArgs } from '@remix-run/node'
import { photoPixels } from '~/domain/files/pictures'
import { letterIcon, type SiteIdentity } from '~/domain/site/identity'

/** The site on a phone's home screen. Source: W3C, Web Application Manifest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const site = await context.siteIdentity()
  const manifest = {
    name: site.name,
    short_name: site.name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbf9f5',
    theme_color: site.look.light,
    icons: iconsOf(site),
  }
  return new Response(`${JSON.stringify(manifest)}\n`, {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  })
}

function iconsOf({ mark, letters }: SiteIdentity) {
  if (mark) {
    return [{ src: mark, type: 'image/webp', sizes: `${photoPixels}x${photoPixels}` }]
  }
  const src = letters ? letterIcon.address : '/icon.svg'
  return [{ src, type: letterIcon.type, sizes: 'any' }]
}
