/** A block is a ticket with `heldFor` 'blocked'; releasing or erasing it ends the block. */
export interface VisitorBlocks {
  /** Whether the visitor of a blocked ticket of the desk gave an e-mail address with the same `emailKey`. */
  has(deskId: string, email: string): Promise<boolean>
}
