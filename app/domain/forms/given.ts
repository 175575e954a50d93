/** Fields that nobody types, such as hidden ones, choices and buttons; their values need not be saved. */
export const untyped =
  /^(account|answerLocale|as|assignee|assigneeShown|back|bulkAssignee|bulkTime|category|cents|chosen|compact|copy\d+|desk|device|given|guestsSee|id\d*|image|intent|invitation|key|kind|language|member|messageWhose|moveKey|named|newTickets|on|part|passkey|passkeyId|place|position|priority|product|provider|quantity|reply|saved|secondFactor|seen|smallBusiness|splitHere|stamp|state|stockShown|switched|ticketWhose|time|undo|undoSeconds|untag|visitedPages|wasSmall)$/

/** The field by which a form says what its page gave it. */
export const givenField = 'given'

/** A mark of the fields that hold something, empty without any: the same for what comes back unchanged. */
export function givenMark(fields: Iterable<readonly [name: string, value: string]>): string {
  const held = [...fields]
    .filter(([name, value]) => value !== '' && !untyped.test(name))
    .map(([name, value]) => `${name}=${value.replace(/\r\n?/g, '\n')}`)
  return held.length > 0 ? digest(held.sort().join('\0')).toString(36) : ''
}

/** Whether something was typed or chosen that the page did not give. */
export function isDraft({ [givenField]: given = '', ...typed }: Record<string, string>): boolean {
  return givenMark(Object.entries(typed)) !== given
}

/** FNV-1a in 32 bits: it guards against no one, and runs where a page is rendered. */
function digest(text: string): number {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
