import type { GuideStep } from '~/domain/desks/guide'

/** Where a step is done; the chat has an address of its own at each desk. */
export const guideAddresses: Record<Exclude<GuideStep, 'chat'>, string> = {
  name: '/dashboard/settings/general#name-desk',
  greeting: '/dashboard/settings/greeting',
  hours: '/dashboard/settings/hours',
  home: '/dashboard/home',
  sentence: '/dashboard/home?part=headline',
  picture: '/dashboard/home?part=picture',
  offers: '/dashboard/home#offers',
  shop: '/dashboard/company',
  embed: '/dashboard/embed',
}
