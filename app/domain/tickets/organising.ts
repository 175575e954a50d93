import { emailKey } from '../text/email'
import type { Language } from '../text/languages'
import { entry } from './changes'
import type { Priority } from './filters'
import type { OwnerScope } from './scopes'
import { tagKey, tidyTags } from './tags'
import type { Moved } from './tickets'
import {
  setTo,
  undoOfSetting,
  undoOfTagging,
  undoOfUntagging,
  withTags,
} from './undo-of-organising'
import { change, changeUndoably, type Ports, type Undoable } from './work'

/** The language that its visitor is written to in; undefined for that of the visitor's page. */
export function setAnswerLocale(
  ports: Ports,
  scope: OwnerScope,
  answerLocale: Language | undefined,
  now: Date,
): Promise<Undoable> {
  return set(ports, scope, 'language', answerLocale, now)
}

export function setPriority(
  ports: Ports,
  scope: OwnerScope,
  priority: Priority,
  now: Date,
): Promise<Undoable> {
  return set(ports, scope, 'priority', priority, now)
}

function set(
  ports: Ports,
  scope: OwnerScope,
  event: 'language' | 'priority',
  to: string | undefined,
  now: Date,
): Promise<Undoable> {
  return changeUndoably(
    ports,
    scope,
    (before) => (undoOfSetting(event, before, to, now) ? setTo(event, to, now) : {}),
    (before) => undoOfSetting(event, before, to, now),
  )
}

/** A member's correction: letters go to this address from then on. Empty for what is not known. */
export function setVisitor(
  ports: Ports,
  scope: OwnerScope,
  { name, email }: { name: string; email: string },
  now: Date,
): Promise<Moved> {
  return change(ports, scope, ({ visitorName, visitorEmail }) =>
    visitorName === name && visitorEmail === email
      ? {}
      : {
          visitorName: name,
          visitorEmail: email,
          // Nobody has opened a letter at another address yet, which would prove it.
          ...(emailKey(visitorEmail) !== emailKey(email) && { visitorSeenSeq: 0 }),
          history: [entry('owner', 'visitor', '', now)],
        },
  )
}

export function removeTag(
  ports: Ports,
  scope: OwnerScope,
  removed: string,
  now: Date,
): Promise<Undoable> {
  return changeUndoably(
    ports,
    scope,
    (ticket) => {
      const tags = ticket.tags.filter((tag) => tagKey(tag) !== tagKey(removed))
      return tags.length === ticket.tags.length ? {} : withTags(tags, now)
    },
    (before) => undoOfUntagging(before, removed, now),
  )
}

/** Beside the tags that are there; refused if `tidyTags` refuses all together. */
export function addTags(
  ports: Ports,
  scope: OwnerScope,
  typed: readonly string[],
  now: Date,
): Promise<Undoable> {
  return changeUndoably(
    ports,
    scope,
    (ticket) => {
      const tags = tidyTags([...ticket.tags, ...typed])
      if (!tags) return undefined
      return tags.length === ticket.tags.length ? {} : withTags(tags, now)
    },
    (before) => undoOfTagging(before, typed, now),
  )
}
