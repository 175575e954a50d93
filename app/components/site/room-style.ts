import type { LinksFunction } from '@remix-run/node'
import otherRooms from '~/styles/other-rooms.css?url'

/** The style that rooms of the desk need beyond the overview's, for when one goes there by script. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: otherRooms }]
