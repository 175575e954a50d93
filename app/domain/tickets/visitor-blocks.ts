/**
 * Whom a desk's owner has blocked. A block is a ticket with `heldFor` 'blocked' and nothing besides:
 * releasing or erasing that ticket ends it.
 */
export interface VisitorBlocks {
  /** Whether the visitor of a blocked ticket of the desk gave this e-mail address, however it is capitalised. */
  has(deskId: string, email: string): Promise<boolean>
}
