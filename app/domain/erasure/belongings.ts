/**
 * What goes with a record when it is erased, in this order. Of `many` there may be any number: they
 * go before it, in commits of bounded size. `few` go in its own commit. What is in `forgets` stays,
 * and no longer names it. With an attachment its files are noted as discarded, in the same commit.
 */
export const belongings = {
  account: { many: ['desk', 'sessions', 'orders'], few: ['photo'], forgets: ['keptTickets'] },
  desk: {
    many: ['tickets', 'feedback', 'mails', 'savedReplies', 'attachments', 'entitlements'],
    few: ['reservations', 'embed', 'counts'],
    forgets: ['orders', 'declarations'],
  },
  ticket: {
    many: ['messages', 'history', 'mails'],
    few: ['tags', 'searchTexts', 'feedback', 'mailStop', 'attachments', 'reservations'],
    forgets: ['followUps'],
  },
  message: { many: [], few: ['attachments', 'searchTexts'], forgets: [] },
  order: { many: [], few: ['entitlements', 'events', 'words'], forgets: [] },
} as const
