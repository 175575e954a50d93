/** Addresses besides the visitor's that a message went to, or goes to. */
export const messageCopies = 'alter table messages add column copies text;'
