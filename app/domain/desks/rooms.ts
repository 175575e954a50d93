/** Rooms of the dashboard, in the order of the rail. */
export const rooms = [
  'overview',
  'tickets',
  'orders',
  'shelf',
  'home',
  'company',
  'feedback',
  'embed',
  'profile',
  'settings',
] as const

export type Room = (typeof rooms)[number]

/** Those of the desk that runs the shop alone. */
export const roomsOfShop: readonly Room[] = ['orders', 'shelf', 'home', 'company']

export function pathOfRoom(room: Room): string {
  return room === 'overview' ? '/dashboard' : `/dashboard/${room}`
}
