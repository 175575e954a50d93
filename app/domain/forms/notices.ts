/** Shown once after an action; the sentences are in the locale files. */
export const notices = [
  'signedOut',
  'givenBack',
  'deskNamed',
  'conversationBegun',
  'solved',
  'held',
  'answered',
  'noted',
  'takenBack',
  'noteTakenBack',
  'messageTakenBack',
  'draftKept',
  'sentAndSolved',
  'reopened',
  'ticketOpened',
  'undone',
  'undoneAnswered',
  'undoneSnoozed',
  'undoneReleased',
  'undoneAsBefore',
  'released',
  'unblocked',
  'languageSaved',
  'passwordChanged',
  'passwordDropped',
  'resetMailSent',
  'deviceSignedOut',
  'othersSignedOut',
  'accountDeleted',
  'nameSaved',
  'answersSaved',
  'listsSaved',
  'providerLinked',
  'providerUnlinked',
  'passkeyAdded',
  'passkeyRemoved',
  'secondFactorOff',
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
  'signatureSaved',
  'retentionSaved',
  'privacyLinkSaved',
  'visitedPagesSaved',
  'mailAliasSaved',
  'mailAliasChanged',
  'mailAliasRemoved',
  'away',
  'forgotten',
  'linkMailed',
  'linkSent',
  'back',
  'notificationsSaved',
  'memberChanged',
  'taken',
  'given',
  'memberRemoved',
  'deskLeft',
  'deskJoined',
  'invited',
  'invitationWithdrawn',
  'snoozed',
  'organised',
  'assigned',
  'prioritised',
  'tagsSaved',
  'untagged',
  'visitorSaved',
  'merged',
  'split',
  'bulkSolved',
  'bulkHeld',
  'bulkReleased',
  'bulkSnoozed',
  'bulkTagged',
  'bulkPrioritised',
  'bulkAssigned',
  'bulkTaken',
  'bulkErased',
  'bulkUndone',
  'blocked',
  'feedbackHidden',
  'feedbackShown',
  'questionSaved',
  'lookSaved',
  'textsSaved',
  'sitesSaved',
  'sitesCut',
  'keyReplaced',
  'productSaved',
  'productRemoved',
  'categoriesSaved',
  'shippingSaved',
  'companySaved',
  'siteSaved',
  'partSaved',
  'markSaved',
  'markRemoved',
  'shopOpened',
  'shopPaused',
  'shopReopened',
  'samplesRemoved',
  'samplesBack',
  'orderPaid',
  'orderPickedUp',
  'orderSent',
  'orderReady',
  'orderDone',
  'orderCancelled',
  'orderTaken',
  'orderAccepted',
  'orderUndone',
  'orderRefunded',
  'orderRefundedByHand',
  'orderGivenBack',
  'orderNotWithdrawn',
] as const

export type Notice = (typeof notices)[number]

/** The ticket that a notice names, and what undoes the end of it or of several. */
export interface NoticeSubject {
  number?: number
  /** How many it is about. */
  count?: number
  /** Until when, as the notice names it. */
  until?: string
  /** The member or what else it names. */
  name?: string
  undo?: NoticeUndo
}

/** A form's address, its field `undo`, and for how long it is offered, if not 20 seconds. */
export interface NoticeUndo {
  action: string
  value: string
  seconds?: number
}

/** Those which say that an e-mail follows; where none leaves, they have other words. */
const promising = [
  'conversationBegun',
  'orderPaid',
  'orderPickedUp',
  'orderSent',
  'orderReady',
  'orderRefunded',
  'orderRefundedByHand',
] as const satisfies readonly Notice[]

export function promisesMail(notice: Notice): notice is (typeof promising)[number] {
  return promising.some((each) => each === notice)
}

export function isNotice(value: unknown): value is Notice {
  return notices.some((notice) => notice === value)
}
