import 'i18next'

export type Resources = {
  account: typeof import('../../locales/en/account.json')
  auth: typeof import('../../locales/en/auth.json')
  chat: typeof import('../../locales/en/chat.json')
  checkout: typeof import('../../locales/en/checkout.json')
  company: typeof import('../../locales/en/company.json')
  counter: typeof import('../../locales/en/counter.json')
  dashboard: typeof import('../../locales/en/dashboard.json')
  embed: typeof import('../../locales/en/embed.json')
  errors: typeof import('../../locales/en/errors.json')
  export: typeof import('../../locales/en/export.json')
  feedback: typeof import('../../locales/en/feedback.json')
  greeting: typeof import('../../locales/en/greeting.json')
  guide: typeof import('../../locales/en/guide.json')
  holidays: typeof import('../../locales/en/holidays.json')
  home: typeof import('../../locales/en/home.json')
  history: typeof import('../../locales/en/history.json')
  hours: typeof import('../../locales/en/hours.json')
  invitation: typeof import('../../locales/en/invitation.json')
  layout: typeof import('../../locales/en/layout.json')
  ledger: typeof import('../../locales/en/ledger.json')
  legal: typeof import('../../locales/en/legal.json')
  log: typeof import('../../locales/en/log.json')
  login: typeof import('../../locales/en/login.json')
  people: typeof import('../../locales/en/people.json')
  mailin: typeof import('../../locales/en/mailin.json')
  mailmarks: typeof import('../../locales/en/mailmarks.json')
  mails: typeof import('../../locales/en/mails.json')
  nomail: typeof import('../../locales/en/nomail.json')
  notices: typeof import('../../locales/en/notices.json')
  notifications: typeof import('../../locales/en/notifications.json')
  order: typeof import('../../locales/en/order.json')
  orders: typeof import('../../locales/en/orders.json')
  search: typeof import('../../locales/en/search.json')
  files: typeof import('../../locales/en/files.json')
  found: typeof import('../../locales/en/found.json')
  sheet: typeof import('../../locales/en/sheet.json')
  shelf: typeof import('../../locales/en/shelf.json')
  site: typeof import('../../locales/en/site.json')
  overview: typeof import('../../locales/en/overview.json')
  photo: typeof import('../../locales/en/photo.json')
  plan: typeof import('../../locales/en/plan.json')
  proof: typeof import('../../locales/en/proof.json')
  profile: typeof import('../../locales/en/profile.json')
  provider: typeof import('../../locales/en/provider.json')
  rating: typeof import('../../locales/en/rating.json')
  refusal: typeof import('../../locales/en/refusal.json')
  replies: typeof import('../../locales/en/replies.json')
  retention: typeof import('../../locales/en/retention.json')
  sample: typeof import('../../locales/en/sample.json')
  saved: typeof import('../../locales/en/saved.json')
  settings: typeof import('../../locales/en/settings.json')
  shop: typeof import('../../locales/en/shop.json')
  signature: typeof import('../../locales/en/signature.json')
  signup: typeof import('../../locales/en/signup.json')
  test: typeof import('../../locales/en/test.json')
  thread: typeof import('../../locales/en/thread.json')
  tickets: typeof import('../../locales/en/tickets.json')
  usage: typeof import('../../locales/en/usage.json')
  verify: typeof import('../../locales/en/verify.json')
  write: typeof import('../../locales/en/write.json')
  withdrawal: typeof import('../../locales/en/withdrawal.json')
}

export type Namespace = keyof Resources

declare module 'i18next' {
  interface CustomTypeOptions {
    // Forces every key to name its namespace.
    defaultNS: readonly [never, ...Namespace[]]
    resources: Resources
    returnNull: false
  }
}
