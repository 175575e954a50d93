import type { VisitorBlocks } from '../../../domain/tickets/visitor-blocks'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import { blockOf } from './records.server'

export function createVisitorBlocks({ collection }: Database): VisitorBlocks {
  return {
    async has(deskId, email) {
      const blocked = collection('tickets').where('blocked', '==', blockOf(deskId, email))
      return (await firstOf(blocked)) !== undefined
    },
  }
}
