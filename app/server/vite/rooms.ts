/**
 * Which words go with which room of the desk: whole sections of the locale files, or parts of them.
 * What is named here is loaded with that room alone; what is named for several, with each of them.
 */
export const rooms: Record<string, string[]> = {
  overview: [
    'pages.dashboard',
    'dashboard.nameHeading',
    'dashboard.nameLabel',
    'dashboard.nameHint',
    'dashboard.nameSubmit',
    'dashboard.waitingHeading',
    'dashboard.quiet',
    'dashboard.share',
    'dashboard.open',
    'dashboard.longest',
    'dashboard.all',
    'dashboard.ownQuestions',
    'errors.deskName',
    'tickets.visitor',
    'figures',
    'notify',
    'tickets.choosePick',
    'tickets.priorityIs',
  ],
  tickets: [
    'pages.tickets',
    'presence',
    'tickets',
    'chat.thread',
    'chat.you',
    'chat.sent',
    'chat.seen',
    'chat.today',
    'chat.yesterday',
    'files',
    'errors.files',
    'errors.message',
    'errors.form',
    'errors.ticket',
    'errors.savedReply',
  ],
  profile: ['pages.profile', 'profile', 'proof', 'errors'],
  settings: ['pages.settings', 'settings', 'takeOut', 'proof', 'errors'],
}

/** Sections of a room that are loaded once somebody opens them: their words come with them alone. */
export const sections: Record<string, string[]> = {
  hours: ['settings.hours', 'errors.hours'],
  notifications: ['settings.notifications', 'errors.hours.missing', 'errors.hours.time'],
  replies: ['settings.replies', 'errors.savedReply'],
}

/** Said on pages that ship no script, and so never by the browser, unless a room asks for a part. */
export const documentsOnly = [
  'home',
  'chat',
  'login',
  'signup',
  'verify',
  'link',
  'refusal',
  'counter',
  'outbox',
  'live',
  'mails',
  'pages',
]

/** Of all these, what every page that hydrates may say. */
export const everywhere = [
  'notify.new',
  'pages.titled',
  'errors.page',
  'errors.general',
  'errors.wait',
  'errors.permission',
  'errors.auth.userNotFound',
  'errors.auth.wrongPassword',
]
