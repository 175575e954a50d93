/**
 * A block is a ticket with `heldFor` 'blocked' and nothing else; releasing or erasing it ends the
 * block.
 */
export interface VisitorBlocks {
  /** Whether a blocked visitor of the desk gave this e-mail address, ignoring case. */
  has(deskId: string, email: string): Promise<boolean>
}
