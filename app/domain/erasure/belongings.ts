/**
 * What is erased with a record, in this order: `many`, of any number, first and in bounded commits;
 * `few` in its own commit. `forgets` stay but no longer name it. An attachment's files are noted as
 * discarded in the same commit. Kinds of records that name their desk (`kindsOfDesk`) go before it.
 */
export const belongings = {
  account: {
    many: ['desk', 'sessions', 'orders'],
    few: ['memberships', 'photo', 'secondFactor', 'passkeys'],
    forgets: ['keptTickets'],
  },
  desk: {
    many: ['tickets', 'feedback', 'attachments'],
    few: ['reservations', 'counts'],
    forgets: ['orders', 'declarations'],
  },
  ticket: {
    many: ['messages', 'history', 'mails'],
    few: [
      'tags',
      'searchTexts',
      'feedback',
      'mailStop',
      'attachments',
      'reservations',
      'drafts',
      'mentions',
    ],
    forgets: ['followUps'],
  },
  message: { many: [], few: ['attachments', 'searchTexts'], forgets: [] },
  order: { many: [], few: ['events', 'words'], forgets: [] },
} as const
