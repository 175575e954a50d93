/** What a page may say once, after something was done; the sentences are in the locale files. */
export const notices = [
  'signedOut',
  'deskNamed',
  'solved',
  'closed',
  'reopened',
  'released',
  'languageSaved',
  'passwordChanged',
  'resetMailSent',
  'deviceSignedOut',
  'othersSignedOut',
  'accountDeleted',
  'nameSaved',
  'providerUnlinked',
  'photoSaved',
  'photoRemoved',
  'noCurrentUser',
  'kept',
  'letGo',
  'ended',
  'conversationErased',
  'ticketErased',
  'replyAdded',
  'replyChanged',
  'replyRemoved',
  'hoursSaved',
  'exceptionsSaved',
  'awaySaved',
  'retentionSaved',
  'notificationsSaved',
  'snoozed',
  'organised',
  'merged',
  'bulkSolved',
  'bulkClosed',
  'feedbackHidden',
  'feedbackShown',
  'questionSaved',
] as const

export type Notice = (typeof notices)[number]

export function isNotice(value: unknown): value is Notice {
  return notices.some((notice) => notice === value)
}
